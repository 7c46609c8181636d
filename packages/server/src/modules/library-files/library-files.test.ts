import { addToCollection, createCollection, listMyCollections } from '@inkling/contract/collections';
import { hideStory } from '@inkling/contract/hidden-stories';
import * as library from '@inkling/contract/library';
import * as calls from '@inkling/contract/library-files';
import { rateStory } from '@inkling/contract/ratings';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp({ PUBLIC_URL: 'https://inkling.example' });
const write = writing(site);

const preview = async (reader: Person, text: string) =>
  (await site.as(reader).call(calls.readLibraryFile, { body: { text } })).body.data;
const namesIn = async (reader: Person, text: string) =>
  (await preview(reader, text)).rows.map(
    ({ found, candidates }) => found?._id ?? candidates.map(({ _id }) => _id),
  );
type Confirmed = [storyId: string, shelf: 'reading' | 'completed' | 'on_hold' | 'dropped' | 'bookmarked'];
const confirm = (reader: Person, ...stories: Confirmed[]) =>
  site.as(reader).call(calls.importLibrary, {
    body: { stories: stories.map(([storyId, shelf]) => ({ storyId, shelf })) },
  });
const entriesOf = async (reader: Person) => (await site.as(reader).call(library.getMyLibrary, {})).body.data;
const exported = async (reader: Person, list: calls.ExportedList = 'library'): Promise<string> => {
  const { body } = await site.as(reader).call(calls.exportLibrary, { query: { list } });
  return Buffer.from(await body.arrayBuffer()).toString();
};
async function authorNamed(displayName: string) {
  const author = await site.person();
  await site.as(author).call(updateProfile, { body: { displayName } });
  return author;
}
const storyBy = async (author: Person, title: string) => (await write.published(author, { title })).story._id;

describe('POST /library/import/preview', () => {
  test('finds a story by title and author, whatever their case, accents and punctuation', async () => {
    const bo = await site.person();
    const ana = await authorNamed('J. R. R. Ünïcode');
    const id = await storyBy(ana, 'Café: The “Noon” Tale!');
    await storyBy(await site.person(), 'Café: The Noon Tale');
    const csv = 'Title,Author\n"CAFE, the noon tale (Tales, #3)",J.R.R. Unicode\n';
    const { format, rows } = await preview(bo, csv);
    expect(format).toBe('csv');
    expect(rows[0]).toMatchObject({
      line: 2,
      found: { _id: id, author: { _id: ana.id } },
      isInLibrary: false,
    });
    expect(await namesIn(bo, `cafe the noon tale by ${ana.username}`)).toEqual([id]);
  });

  test('letters that search compares as equal are equal here too', async () => {
    const bo = await site.person();
    const ana = await authorNamed('Søren Ægir');
    const id = await storyBy(ana, 'Die weiße Straße von Łódź');
    expect(await namesIn(bo, 'Title,Author\nDie weisse Strasse von Lodz,Soren Aegir\n')).toEqual([id]);
    expect(await namesIn(bo, 'DIE WEISSE STRASSE VON ŁÓDŹ')).toEqual([id]);
  });

  test('finds a title that only one story has; of several, the reader chooses', async () => {
    const bo = await site.person();
    const [one, two] = [await authorNamed('Ona'), await authorNamed('Twyla')];
    const [first, second] = [await storyBy(one, 'Twin Rivers'), await storyBy(two, 'Twin rivers')];
    const single = await storyBy(one, 'Only Here');
    expect(await namesIn(bo, 'Only here')).toEqual([single]);
    expect(await namesIn(bo, 'Twin Rivers')).toEqual([expect.arrayContaining([first, second])]);
    expect(await namesIn(bo, 'Twin Rivers - Twyla')).toEqual([second]);
    expect(await namesIn(bo, 'Nothing of this name')).toEqual([[]]);
  });

  test('does not guess: another author’s story of the title is only offered', async () => {
    const bo = await site.person();
    const id = await storyBy(await authorNamed('Olga'), 'Persuasions');
    expect(await namesIn(bo, 'Title,Author\nPersuasions,Jane Austen\n')).toEqual([[id]]);
    expect(await namesIn(bo, 'Persuasions by Jane Austen')).toEqual([[id]]);
    // By its title and author alike: both meanings are offered.
    const other = await storyBy(await authorNamed('Me'), 'Stand');
    const whole = await storyBy(await authorNamed('Ben'), 'Stand by Me');
    expect(await namesIn(bo, 'Stand by Me')).toEqual([expect.arrayContaining([other, whole])]);
  });

  test('never finds drafts, unpublished or deleted stories, nor what lists do not show to the reader', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const titles = ['Kept Draft', 'Withdrawn Tale', 'Deleted Tale', 'Mature Tale', 'Hidden Tale'];
    await write.draft(ana, { title: 'Kept Draft' });
    const withdrawn = await storyBy(ana, 'Withdrawn Tale');
    await site.as(ana).call(updateStory, { params: { id: withdrawn }, body: { isPublished: false } });
    await site.as(ana).call(deleteStory, { params: { id: await storyBy(ana, 'Deleted Tale') } });
    const mature = (await write.published(ana, { title: 'Mature Tale', audience: 'mature' })).story._id;
    const hidden = await storyBy(ana, 'Hidden Tale');
    await site.as(bo).call(hideStory, { params: { id: hidden } });
    expect(await namesIn(bo, titles.join('\n'))).toEqual(titles.map(() => []));
    // The author finds their own public ones.
    expect(await namesIn(ana, titles.join('\n'))).toEqual([[], [], [], mature, hidden]);
  });

  test('says which stories the library already has', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const id = await storyBy(ana, 'Already Mine');
    await confirm(bo, [id, 'bookmarked']);
    expect((await preview(bo, 'Already mine')).rows[0]).toMatchObject({ isInLibrary: true });
    expect((await preview(ana, 'Already mine')).rows[0]).toMatchObject({ isInLibrary: false });
  });

  test('refuses nothing, and what cannot be read, with a message', async () => {
    const bo = await site.person();
    for (const text of ['', ' \n ', 'Title,Author\n"One']) {
      const { status, failure } = await site.as(bo).call(calls.readLibraryFile, { body: { text } });
      expect([status, failure.errors?.[0]?.path]).toEqual([400, 'text']);
    }
  });

  test('reads a long file in a thread', async () => {
    const bo = await site.person();
    const id = await storyBy(await site.person(), 'The Last of Many');
    const before = site.ctx.threads.startedTasks();
    const text = `Title,Author\n${Array.from({ length: 1999 }, (_, index) => `Book ${index},Ana\n`).join('')}The Last of Many,\n`;
    const { rows } = await preview(bo, text);
    expect([rows.length, rows.at(-1)?.found?._id]).toEqual([2000, id]);
    expect(site.ctx.threads.startedTasks()).toBeGreaterThan(before);
  });

  test('the index finds the stories of a title', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select id from stories s where words_key(title) = words_key('x') and is_published and deleted_at is null`.execute(
      site.ctx.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('stories_by_words_key');
  });
});

describe('POST /library/import', () => {
  test('adds stories as read, being read or saved', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const ids = [await storyBy(ana, 'A'), await storyBy(ana, 'B'), await storyBy(ana, 'C')] as const;
    const { body } = await confirm(bo, [ids[0], 'completed'], [ids[1], 'reading'], [ids[2], 'bookmarked']);
    expect(body.data).toEqual({ added: 3, kept: 0, unavailable: 0, collected: 0 });
    const entries = new Map((await entriesOf(bo)).map((entry) => [entry.storyId, entry]));
    expect(entries.get(ids[0])).toMatchObject({ status: 'completed', progress: 100, isBookmarked: false });
    expect(entries.get(ids[1])).toMatchObject({ status: 'reading', progress: 0, lastRead: null });
    expect(entries.get(ids[2])).toMatchObject({ status: 'none', isBookmarked: true });
  });

  test('keeps the day on which a story was read, never one to come', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const ids = [await storyBy(ana, 'Old'), await storyBy(ana, 'Later')] as const;
    const stories = [
      { storyId: ids[0], shelf: 'completed' as const, readOn: '2019-05-06' },
      { storyId: ids[1], shelf: 'completed' as const, readOn: '2999-01-01' },
    ];
    await site.as(bo).call(calls.importLibrary, { body: { stories } });
    const entries = new Map((await entriesOf(bo)).map((entry) => [entry.storyId, entry]));
    expect(entries.get(ids[0])).toMatchObject({
      status: 'completed',
      lastRead: '2019-05-06T12:00:00.000Z',
      finishedAt: '2019-05-06T12:00:00.000Z',
    });
    expect(entries.get(ids[1])?.lastRead).toBe(site.clock.now().toISOString());
    // What was published since is nothing new.
    expect((await site.as(bo).call(library.listContinueReading, {})).body.data).toEqual([]);
  });

  test('adds stories to private collections by name, all or none, and none that the reader may not open', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const ids = [await storyBy(ana, 'First'), await storyBy(ana, 'Second')];
    const draft = (await write.draft(ana))._id;
    const body = { name: 'Sea Tales', visibility: 'public' as const };
    await site.as(bo).call(createCollection, { body });
    const importThem = (storyIds: string[], name: string) =>
      site.as(bo).call(calls.importLibrary, { body: { stories: [], collections: [{ name, storyIds }] } });
    const counts = async () =>
      (await site.as(bo).call(listMyCollections, {})).body.data
        .map(({ name, visibility, storyCount }) => [name, visibility, storyCount])
        .toSorted();
    expect((await importThem([...ids, draft], 'sea tales')).body.data.collected).toBe(2);
    expect((await importThem(ids, 'own')).body.data.collected).toBe(2);
    expect((await importThem(ids, 'OWN')).body.data.collected).toBe(0);
    expect(await counts()).toEqual([
      ['Sea Tales', 'public', 2],
      ['own', 'private', 2],
    ]);
    await sql`insert into collections (owner_id, name, visibility, stories, created_at, updated_at)
      select ${bo.id}, 'c' || n, 'private', 0, now(), now() from generate_series(1, 198) n`.execute(
      site.ctx.db,
    );
    const { status, failure } = await importThem(ids, 'one more');
    expect([status, failure.code]).toEqual([413, 'QUOTA_REACHED']);
    expect(
      (await site.ctx.db.selectFrom('collections').where('owner_id', '=', bo.id).select('id').execute())
        .length,
    ).toBe(200);
  });

  test('leaves entries as they are, and can be repeated', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const { story, chapters } = await write.published(ana, { title: 'Half Read', chapters: 2 });
    const chapter = { params: { id: chapters[0]?._id ?? '' }, body: { progress: 50 } };
    await site.as(bo).call(library.saveChapterProgress, chapter);
    const before = await entriesOf(bo);
    const { body } = await confirm(bo, [story._id, 'completed'], [story._id, 'bookmarked']);
    expect(body.data).toEqual({ added: 0, kept: 1, unavailable: 0, collected: 0 });
    expect(await entriesOf(bo)).toEqual(before);
    const other = await storyBy(ana, 'New One');
    const results = await Promise.all(Array.from({ length: 8 }, () => confirm(bo, [other, 'bookmarked'])));
    expect(results.map((result) => result.body.data.added).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('adds again what was in no list', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const id = await storyBy(ana, 'Unsaved');
    await confirm(bo, [id, 'bookmarked']);
    await site.as(bo).call(library.toggleBookmark, { params: { id } });
    expect((await confirm(bo, [id, 'reading'])).body.data.added).toBe(1);
    expect(await entriesOf(bo)).toMatchObject([{ storyId: id, status: 'reading', isBookmarked: false }]);
  });

  test('counts stories that are not available, without adding them', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const draft = (await write.draft(ana))._id;
    const { body } = await confirm(
      bo,
      [draft, 'reading'],
      ['019f0000-0000-7000-8000-000000000000', 'reading'],
    );
    expect(body.data).toEqual({ added: 0, kept: 0, unavailable: 2, collected: 0 });
    expect(await entriesOf(bo)).toEqual([]);
  });

  test('adds nothing if the library has no room for all, and says so', async () => {
    const [ana, bo] = [await site.person(), await site.person()];
    const ids = [await storyBy(ana, 'D'), await storyBy(ana, 'E')] as const;
    await sql`insert into library_entries (user_id, story_id, is_bookmarked, created_at)
      select ${bo.id}, uuidv7(), true, now() from generate_series(1, 9999)`.execute(site.ctx.db);
    const { status, failure } = await confirm(bo, [ids[0], 'reading'], [ids[1], 'reading']);
    expect([status, failure.code]).toEqual([413, 'QUOTA_REACHED']);
    expect(failure.message).toContain('10,000');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from library_entries where user_id = ${bo.id}`.execute(site.ctx.db);
    expect(rows[0]?.n).toBe(9999);
    expect((await confirm(bo, [ids[0], 'reading'])).status).toBe(200);
  });
});

describe('GET /library/export', () => {
  test('is CSV for spreadsheets, without anything of a story that is not available', async () => {
    const [ana, bo] = [await authorNamed('=Ana'), await site.person()];
    const [plain, formula] = [await storyBy(ana, 'Plain, “quoted”'), await storyBy(ana, '=HYPERLINK("x")')];
    const gone = await storyBy(ana, 'Gone Tale');
    await confirm(bo, [plain, 'completed'], [formula, 'reading'], [gone, 'bookmarked']);
    await site.as(ana).call(updateStory, { params: { id: gone }, body: { isPublished: false } });
    const text = await exported(bo);
    expect(text.startsWith('\ufeffTitle,Author,Status,Progress,Saved,Last Read,Date Added,Note,Link\n')).toBe(
      true,
    );
    expect(text).toContain(
      `"Plain, “quoted”",'=Ana,Completed,100,No,${site.clock.now().toISOString().slice(0, 10)},`,
    );
    expect(text).toContain(`https://inkling.example/story/${plain}`);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain('No longer available,,,0,Yes,');
    expect(text).not.toMatch(/Gone/);
    expect((await exported(ana)).split('\n')).toHaveLength(2);
  });

  test('has the stories of one’s own collections in their order', async () => {
    const [ana, bo] = [await authorNamed('Ana'), await site.person()];
    const ids = [
      await storyBy(ana, 'First Kept'),
      await storyBy(ana, 'Second Kept'),
      await storyBy(ana, 'Lost Tale'),
    ];
    const make = async (name: string) =>
      (await site.as(bo).call(createCollection, { body: { name, visibility: 'private' } })).body.data._id;
    const [kept] = [await make('+Kept'), await make('Empty')];
    for (const story of ids)
      await site.as(bo).call(addToCollection, { params: { id: kept }, body: { storyId: story } });
    await site.as(ana).call(updateStory, { params: { id: ids[2] ?? '' }, body: { isPublished: false } });
    const lines = (await exported(bo, 'collections')).replace(/\n$/, '').split('\n');
    expect(lines[0]).toBe('\ufeffCollection,Visibility,Title,Author,Date Added,Link');
    expect(
      lines
        .slice(1)
        .map((row) => row.split(',').slice(0, 4))
        .sort(),
    ).toEqual(
      [
        ["'+Kept", 'private', 'First Kept', 'Ana'],
        ["'+Kept", 'private', 'Second Kept', 'Ana'],
        ["'+Kept", 'private', 'No longer available', ''],
        ['Empty', 'private', '', ''],
      ].sort(),
    );
    expect(await exported(ana, 'collections')).not.toContain('Kept');
  });

  test('has one’s ratings and reviews', async () => {
    const [ana, bo] = [await authorNamed('Ana'), await site.person()];
    const { story, chapters } = await write.published(ana, { title: 'Rated Tale' });
    const at = { params: { id: chapters[0]?._id ?? '' }, body: { progress: 100 } };
    await giveTime(site, bo, [story._id]);
    await site.as(bo).call(library.saveChapterProgress, at);
    const review = { rating: 4, review: 'Good,\n“really”', isSpoiler: true };
    await site.as(bo).call(rateStory, { params: { id: story._id }, body: review });
    const text = await exported(bo, 'ratings');
    expect(text).toContain('Title,Author,Rating,Review,Spoiler,Helpful,Date,Link\n');
    expect(text).toContain('Rated Tale,Ana,4,"Good,\n“really”",Yes,0,');
    await site.as(ana).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
    expect(await exported(bo, 'ratings')).toMatch(/No longer available,,4,/);
  });

  test('can be imported again: every story is found, as what it was', async () => {
    const word = fc.constantFrom(
      'The',
      'Lamp',
      'Été',
      'by',
      '-',
      '=1',
      'Ångström',
      '"x"',
      'a,b',
      ';',
      '(B, #2)',
      '夜',
    );
    const titles = fc.uniqueArray(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 5 },
    );
    const shelf = fc.constantFrom(...calls.importedShelf.options);
    await fc.assert(
      fc.asyncProperty(titles, fc.array(shelf, { minLength: 5, maxLength: 5 }), async (named, shelves) => {
        const [ana, bo, cy] = [await site.person(), await site.person(), await site.person()];
        const ids: string[] = [];
        for (const title of named) ids.push(await storyBy(ana, title));
        await confirm(bo, ...ids.map((id, index): Confirmed => [id, shelves[index] ?? 'reading']));
        const { rows } = await preview(cy, await exported(bo));
        // Two titles with the same key are told apart by the reader.
        for (const { found, candidates } of rows)
          expect(found === null ? candidates.map(({ _id }) => _id) : [found._id]).toSatisfy((of: string[]) =>
            of.some((id) => ids.includes(id)),
          );
        const certain = rows.flatMap(({ found, shelf: as }) => (found ? [[found._id, as]] : []));
        for (const [id, as] of certain) expect(as).toBe(shelves[ids.indexOf(id ?? '')]);
      }),
      { numRuns: 6 },
    );
  });
});
