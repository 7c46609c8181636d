import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as chapterCalls from '@inkling/contract/chapters';
import { chaptersOfRows } from '@inkling/contract/import-rows';
import * as calls from '@inkling/contract/imports';
import * as notificationCalls from '@inkling/contract/notifications';
import * as seriesCalls from '@inkling/contract/series';
import * as storyCalls from '@inkling/contract/stories';
import * as followCalls from '@inkling/contract/story-follows';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { requireTextSpace } from '../stories/index.ts';
import { sweepReviews } from './review.service.ts';
import { importsOf, rowsOf } from './testing/import-calls.ts';

const site = testApp();
const { start, look, read, planOf, confirm, storiesOf } = importsOf(site);

const words = (count: number, prefix: string) => textOf(count, prefix).replaceAll('\n', ' ');

describe('the review of a book', () => {
  /** A dedication, two chapters of three paragraphs each, and a page that is left out. */
  const text = `# For Ann

Who knew.

# One

${words(250, 'a')}

${words(10, 'b')}

${words(20, 'c')}

# Two

${words(250, 'd')}
`;
  async function inReview(name = 'tale.md', content: string | Buffer = text) {
    const author = await site.person();
    const { body } = await start(author, name, Buffer.from(content));
    const found = await read(author, body.data._id);
    expect(found.state).toBe('review');
    return { author, id: found._id, plan: await planOf(author, found._id) };
  }
  const chaptersOf = async (author: Person, story: string) => {
    const { data } = (
      await site.as(author).call(chapterCalls.listChaptersForAuthor, { params: { storyId: story } })
    ).body;
    return Promise.all(
      data.map(async ({ _id }) => {
        const { body } = await site
          .as(author)
          .call(chapterCalls.readChapterForAuthor, { params: { id: _id } });
        return body.data;
      }),
    );
  };

  test('lists the pieces with words and first words; nothing is created before it is confirmed', async () => {
    const { author, id, plan } = await inReview();
    expect(plan).toMatchObject({
      title: 'Tale',
      losses: {
        images: 0,
        links: 0,
        tables: 0,
        formulas: 0,
        notes: 0,
        comments: 0,
        underlined: 0,
        struck: 0,
        words: 0,
      },
      duplicates: [],
    });
    expect(plan.pieces).toMatchObject([
      { title: 'For Ann', words: 2, paragraphs: 1, excerpt: 'Who knew.', proposal: 'next' },
      { title: 'One', words: 280, paragraphs: 3, proposal: 'chapter' },
      { title: 'Two', words: 250, proposal: 'chapter' },
    ]);
    expect(await storiesOf(author)).toBe(0);
    const paragraphs = await site
      .as(author)
      .call(calls.listImportParagraphs, { params: { id, piece: '1' }, query: {} });
    expect(paragraphs.body.data.map((one) => one.words)).toEqual([250, 10, 20]);
  });

  test.each([
    [{}, { audience: 'mature', content_warnings: [], language: 'en' }],
    [
      { audience: 'teen', contentWarnings: ['gore'], language: 'fr' },
      { audience: 'teen', content_warnings: ['gore'], language: 'fr' },
    ],
  ])('asks about what the file does not state clearly; the answer is %j', async (answers, saved) => {
    const labels = 'title: T\naudience: Not Rated\nwarnings: Chose Not To Warn\nlanguage: en';
    const { author, id, plan } = await inReview('t.md', `---\n${labels}\n---\n\n${text}`);
    expect(plan).toMatchObject({
      audience: 'mature',
      unsure: { audience: 'Not Rated', contentWarnings: 'Chose Not To Warn', language: '' },
    });
    await confirm(author, id, 'T', chaptersOfRows(rowsOf(plan)), answers);
    const { story } = await read(author, id);
    const row = await site.ctx.db
      .selectFrom('stories')
      .select(['audience', 'content_warnings', 'language'])
      .where('id', '=', story)
      .executeTakeFirst();
    expect(row).toEqual(saved);
  });

  /** The web page of a work of AO3, in a series. */
  const ao3 = () => readFileSync(join(import.meta.dirname, 'parse/testing/files/ao3-chapters.html'));

  test('adds the story to the series of that name, and keeps the original dates, only if asked to', async () => {
    const { author, id, plan } = await inReview('a.html', ao3());
    const rows = chaptersOfRows(rowsOf(plan));
    expect(plan).toMatchObject({ series: 'Coast Roads', dates: { first: '2024-02-01', last: '2024-03-09' } });
    const body = { name: 'coast roads' };
    const series = (await site.as(author).call(seriesCalls.createSeries, { body })).body.data;
    await confirm(author, id, 'One', rows, { series: plan.series, keepDates: true });
    const { story } = await read(author, id);
    const again = (await start(author, 'b.html', ao3())).body.data._id;
    await read(author, again);
    await confirm(author, again, 'Two', rows);
    const second = await read(author, again);
    const own = (await site.as(author).call(seriesCalls.listMySeries, {})).body.data;
    expect(own).toMatchObject([{ _id: series._id, version: 1, stories: [{ _id: story }] }]);
    const dates = async (id: string | null) =>
      (await chaptersOf(author, id ?? '')).map((one) => one.publishedAt);
    const [first, last] = ['2024-02-01T00:00:00.000Z', '2024-03-09T00:00:00.000Z'];
    expect(await dates(story)).toEqual([first, first, last]);
    expect(await dates(second.story)).toEqual([null, null, null]);
  });

  test.each([
    ['full', 1, 'because the series is full'],
    ['one series too many', 100, 'couldn’t be created: you have 100 series already'],
  ])('imports the story without its series if that is %s, and says so', async (_, many, why) => {
    const { author, id, plan } = await inReview('a.html', ao3());
    await sql`
      with of as (
        insert into series (author_id, name, created_at, updated_at)
        select ${author.id}, case ${many}::int when 1 then ${plan.series} else 'Series ' || n end, now(), now()
        from generate_series(1, ${many}::int) n returning id),
      all_stories as (
        insert into stories (author_id, title, description, created_at, updated_at)
        select ${author.id}, 'Story ' || n, '', now(), now() from generate_series(1, 100) n returning id)
      insert into series_stories (series_id, position, story_id, author_id)
      select (select id from of limit 1), row_number() over (), id, ${author.id} from all_stories`.execute(
      site.ctx.db,
    );
    await confirm(author, id, 'One', chaptersOfRows(rowsOf(plan)), { series: plan.series });
    const { state, story, message } = await read(author, id);
    expect([state, story, message]).toEqual(['done', expect.any(String), expect.stringContaining(why)]);
    const own = (await site.as(author).call(seriesCalls.listMySeries, {})).body.data;
    expect(own).toHaveLength(many);
  });

  test.each([
    [true, '2024-03-09T00:00:00.000Z', []],
    [false, expect.any(String), ['chapters']],
  ])(
    'a chapter that keeps its date (%j) has it once it is published, and followers are not notified of it',
    async (keepDates, date, told) => {
      const { author, id, plan } = await inReview('a.html', ao3());
      await confirm(author, id, 'One', chaptersOfRows(rowsOf(plan)), { keepDates });
      const story = (await read(author, id)).story ?? '';
      const [first, , last] = await chaptersOf(author, story);
      const publish = (chapter: { _id: string } | undefined) =>
        site.as(author).call(chapterCalls.updateChapter, {
          params: { id: chapter?._id ?? '' },
          body: { isPublished: true },
        });
      await publish(first);
      const genres = [await writing(site).anyGenre()];
      await site
        .as(author)
        .call(storyCalls.updateStory, { params: { id: story }, body: { genres, isPublished: true } });
      const reader = await site.person();
      await site.as(reader).call(followCalls.followStory, { params: { id: story } });
      site.clock.advance(hour);
      await publish(last);
      site.clock.advance(hour);
      await site.runEvents();
      expect((await chaptersOf(author, story)).at(-1)).toMatchObject({
        isPublished: true,
        publishedAt: date,
      });
      const { data } = (await site.as(reader).call(notificationCalls.listNotifications, { query: {} })).body;
      expect(data.map(({ kind }) => kind)).toEqual(told);
    },
  );

  test('dates before 1970 and after today are not offered', async () => {
    for (const date of ['1969-12-31', '2999-01-01']) {
      const page = ao3().toString().replace('2024-02-01', date);
      expect((await inReview('a.html', Buffer.from(page))).plan.dates).toBeNull();
    }
  });

  test('joins, splits, renames and leaves out, and makes a piece the note of the next chapter', async () => {
    const { author, id } = await inReview();
    const invisible = '\u200B\u2800\u2060';
    const response = await confirm(author, id, 'Renamed', [
      {
        title: 'The First',
        volume: invisible,
        text: [{ piece: 1, from: 0, to: 1, titled: false }],
        note: [{ piece: 0, from: 0, to: 1, titled: true }],
      },
      {
        title: 'The Second',
        volume: 'Book Two',
        text: [
          { piece: 1, from: 2, to: 3, titled: false },
          { piece: 2, from: 0, to: 1, titled: true },
        ],
        note: [],
      },
    ]);
    expect(response.body.data).toMatchObject({ state: 'writing', total: 2 });
    const done = await read(author, id);
    expect(done).toMatchObject({ state: 'done', done: 2 });
    expect(await chaptersOf(author, done.story ?? '')).toMatchObject([
      { title: 'The First', volume: null, authorNotes: 'For Ann\nWho knew.', content: words(250, 'a') },
      {
        title: 'The Second',
        volume: expect.any(String),
        authorNotes: '',
        content: `${words(20, 'c')}\n***\nTwo\n${words(250, 'd')}`,
      },
    ]);
    const volumes = await site.ctx.db
      .selectFrom('volumes')
      .select(['title', 'position'])
      .where('story_id', '=', done.story)
      .execute();
    expect(volumes).toEqual([{ title: 'Book Two', position: 1 }]);
    const left = await site.ctx.db
      .selectFrom('import_pieces')
      .select('piece')
      .where('import_id', '=', id)
      .execute();
    expect(left).toEqual([]);
  });

  test('refuses paragraphs that do not exist or are used twice, and a story without chapters', async () => {
    const { author, id } = await inReview();
    const chapter = (...text: [piece: number, from: number, to: number][]) => ({
      title: 'T',
      volume: '',
      text: text.map(([piece, from, to]) => ({ piece, from, to, titled: false })),
      note: [],
    });
    for (const chapters of [
      [],
      [chapter([9, 0, 1])],
      [chapter([1, 0, 4])],
      [chapter([1, 2, 2])],
      [chapter([1, 0, 2], [1, 1, 3])],
      [chapter([1, 0, 2]), chapter([1, 0, 1])],
    ])
      expect((await confirm(author, id, 'T', chapters)).status, JSON.stringify(chapters)).toBe(400);
    expect((await look(author, id)).state).toBe('review');
  });

  test('belongs to its owner alone [R14]', async () => {
    const { id } = await inReview();
    const as = site.as(await site.person());
    const params = { id };
    const body = { title: 'T', chapters: [] };
    expect((await as.call(calls.getImportPlan, { params })).status).toBe(404);
    expect((await as.call(calls.confirmImport, { params, body })).status).toBe(404);
    expect((await as.call(calls.chooseImportEncoding, { params, body: { encoding: 'big5' } })).status).toBe(
      404,
    );
    const piece = { params: { id, piece: '0' }, query: {} };
    expect((await as.call(calls.listImportParagraphs, piece)).status).toBe(404);
  });

  test('names the stories that this author has of the same file, or with the same title', async () => {
    const { author, id, plan } = await inReview();
    await confirm(author, id, 'Another title', chaptersOfRows(rowsOf(plan)));
    expect((await read(author, id)).state).toBe('done');
    const again = (await start(author, 'copy.md', Buffer.from(text))).body.data._id;
    await read(author, again);
    expect((await planOf(author, again)).duplicates).toMatchObject([
      { title: 'Another title', sameFile: true },
    ]);
    await site.as(author).call(calls.cancelImport, { params: { id: again } });
    const other = (await start(author, 'another-title.md', Buffer.from('# One\n\nText.\n\n# Two\n\nMore.')))
      .body.data._id;
    await read(author, other);
    expect((await planOf(author, other)).duplicates).toMatchObject([{ sameFile: false }]);
  });

  test('asks which encoding a text has when that is uncertain, and reads it again in the chosen one', async () => {
    // Too short to tell.
    const bytes = Buffer.from([...Buffer.from('Za'), 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0xb1]);
    const { author, id, plan } = await inReview('a.txt', bytes);
    expect(plan.encodings.length).toBeGreaterThan(1);
    const response = await site
      .as(author)
      .call(calls.chooseImportEncoding, { params: { id }, body: { encoding: 'windows-1250' } });
    expect(response.status).toBe(202);
    await read(author, id);
    const { encoding, pieces } = await planOf(author, id);
    expect([encoding, pieces[0]?.excerpt]).toEqual(['windows-1250', 'Zażółć ±']);
    const unknown = { params: { id }, body: { encoding: 'utf-7' } };
    expect((await site.as(author).call(calls.chooseImportEncoding, unknown)).status).toBe(400);
  });

  test('names what a file loses, and reads it again with its underlined passages as italic', async () => {
    const bytes = Buffer.from(`<p>It was <u>late</u>. <s>Gone</s> ${'word '.repeat(100)}</p>`);
    const { author, id, plan } = await inReview('a.html', bytes);
    expect(plan).toMatchObject({ underlineAsItalics: false, losses: { underlined: 1, struck: 1 } });
    const body = { underlineAsItalics: true };
    const response = await site.as(author).call(calls.chooseImportEncoding, { params: { id }, body });
    expect(response.status).toBe(202);
    await read(author, id);
    const again = await planOf(author, id);
    expect(again).toMatchObject({ underlineAsItalics: true, losses: { underlined: 1, struck: 1 } });
    await confirm(author, id, 'Late', chaptersOfRows(rowsOf(again)));
    const { story } = await read(author, id);
    const [chapter] = await chaptersOf(author, story ?? '');
    expect(chapter?.content).toMatch(/^It was \*late\*\. Gone/);
  });

  test('counts in the text quota, until it is cancelled', async () => {
    const { author, id } = await inReview('long.md', `# One\n\n${'word '.repeat(200_000)}`);
    const tiny = { ...site.ctx.config, TEXT_QUOTA_MB: 1 };
    const room = (more: number) =>
      site.ctx.db.transaction().execute((tx) => requireTextSpace(tx, tiny, author.id, more));
    await expect(room(100_000)).rejects.toMatchObject({ code: 'QUOTA_REACHED' });
    await site.as(author).call(calls.cancelImport, { params: { id } });
    await room(100_000);
  });

  test('lasts a week', async () => {
    const { author, id } = await inReview();
    site.clock.advance(6 * day);
    await runJobsNow(site.ctx, sweepReviews);
    expect((await look(author, id)).state).toBe('review');
    site.clock.advance(2 * day);
    await runJobsNow(site.ctx, sweepReviews);
    expect(await look(author, id)).toMatchObject({
      state: 'cancelled',
      message: expect.stringMatching(/week/),
    });
    expect((await start(author, 'b.md', Buffer.from(text))).status).toBe(202);
  });
});
