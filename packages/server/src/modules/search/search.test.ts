import { updateChapter } from '@inkling/contract/chapters';
import {
  search,
  searchChapters,
  searchStories,
  searchSuggestions,
  searchUsers,
} from '@inkling/contract/search';
import { deleteStory, updateStory } from '@inkling/contract/stories';
import { followUser, updateProfile } from '@inkling/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { setCounts } from '../../testing/listed-stories.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll } from './index.ts';

const site = testApp();
const write = writing(site);
let author: Person;
let reader: Person;

const index = () => indexAll(site.ctx);
const titles = async (q: string, who: Person | null = reader) =>
  (await site.as(who).call(searchStories, { query: { q } })).body.data.map(({ title }) => title);
const chapters = async (q: string, who: Person | null = reader) =>
  (await site.as(who).call(searchChapters, { query: { q } })).body.data;
const marked = ({ text, matches }: { text: string; matches: [number, number][] }) =>
  matches.map(([start, end]) => text.slice(start, end));

/** A published story with one chapter of this text, filled up to the words that publishing needs. */
async function story(
  more: Parameters<typeof write.draft>[1] & { content?: string; chapterTitle?: string },
  by = author,
) {
  const { content = '', chapterTitle = 'One', ...details } = more;
  const draft = await write.draft(by, details);
  const chapter = await write.chapter(by, draft._id, {
    title: chapterTitle,
    content: `${content}\n${textOf(210, 'filler')}`,
  });
  await site.as(by).call(updateStory, { params: { id: draft._id }, body: { isPublished: true } });
  return { id: draft._id, chapter: chapter._id };
}

beforeAll(async () => {
  author = await site.person('charles_dickens');
  reader = await site.person();
  const doyle = await site.person('conan_doyle');
  await site.as(doyle).call(updateProfile, { body: { displayName: 'Arthur Conan Doyle' } });
  await story({
    title: 'Great Expectations',
    description: 'A boy meets a convict on the marshes.',
    content: 'My father’s family name being Pirrip, and my Christian name Philip.',
    chapterTitle: 'The churchyard',
  });
  await story(
    {
      title: 'The Adventures of Sherlock Holmes',
      description: 'A detective.',
      content: 'To Sherlock Holmes she is always the woman. To be or not to be, that is it.',
    },
    doyle,
  );
  await story({ title: 'Café Noël', description: 'Über Straßen.', tags: ['slow burn'] });
  await story({ title: 'Die Häuser am See', description: 'Ein Roman.', language: 'de' });
  await story({ title: '三体世界の夜', description: '科学幻想小説', language: 'ja' });
  await story({ title: 'ความรักของฉัน', description: 'นิยาย', language: 'th' });
  await story({ title: 'Война и мир', description: 'Роман', language: 'ru' });
  await index();
});

describe('GET /search/stories', () => {
  test.each([
    ['great expectations', 'Great Expectations'],
    ['great expectatons', 'Great Expectations'],
    ['Expectation', 'Great Expectations'],
    ['expectat', 'Great Expectations'],
    ['shelock homes', 'The Adventures of Sherlock Holmes'],
    ['dickens', 'Great Expectations'],
    // Two letters swapped in a short word leave it no trigram.
    ['cfae', 'Café Noël'],
    ['arthur doyle', 'The Adventures of Sherlock Holmes'],
    ['convicts', 'Great Expectations'],
    ['cafe noel', 'Café Noël'],
    ['CAFÉ', 'Café Noël'],
    ['strassen', 'Café Noël'],
    ['slow burn', 'Café Noël'],
    ['haus', 'Die Häuser am See'],
    ['世界', '三体世界の夜'],
    ['体世', '三体世界の夜'],
    ['夜', '三体世界の夜'],
    ['รัก', 'ความรักของฉัน'],
    ['война', 'Война и мир'],
    ['воина', 'Война и мир'],
    ['pirrip', 'Great Expectations'],
  ])('%s finds %s', async (q, title) => {
    expect(await titles(q)).toContain(title);
  });

  test('titles and authors count more than tags, those more than descriptions and chapters', async () => {
    const namesake = await site.person();
    await site.as(namesake).call(updateProfile, { body: { displayName: 'Zephyrine Vale' } });
    // In another order than expected, so that neither the order of publication nor its reverse passes.
    await story({ title: 'By author', description: 'x' }, namesake);
    await story({ title: 'By text', description: 'x', content: 'A zephyrine morning.' });
    await story({ title: 'Zephyrine', description: 'x' });
    await story({ title: 'By tag', description: 'x', tags: ['zephyrine'] });
    await story({ title: 'By description', description: 'Of a zephyrine wind.' });
    await index();
    const expected = ['Zephyrine', 'By author', 'By tag', 'By description', 'By text'];
    expect(await titles('zephyrine')).toEqual(expected);
  });

  test('the names of genres find their stories, also after a change of either', async () => {
    const { rows } = await sql<{ id: string }>`insert into genres (id, name, name_key)
      select uuidv7(), name, lower(name) from unnest('{Quarkpunk,Gluonpunk}'::text[]) as name returning id`.execute(
      site.ctx.db,
    );
    const [quark = '', gluon = ''] = rows.map(({ id }) => id);
    const { id } = await story({ title: 'Genred', description: 'x', genres: [quark] });
    const draft = await write.draft(author, { title: 'Not published', genres: [quark] });
    await index();
    expect(await titles('quarkpunk')).toEqual(['Genred']);
    await site.as(author).call(updateStory, { params: { id }, body: { genres: [gluon] } });
    await index();
    expect([await titles('"quarkpunk"'), await titles('gluonpunk')]).toEqual([[], ['Genred']]);
    await sql`update genres set name = 'Leptonpunk' where id = ${gluon}`.execute(site.ctx.db);
    await index();
    expect([await titles('"gluonpunk"'), await titles('leptonpunk')]).toEqual([[], ['Genred']]);
    await site.as(author).call(deleteStory, { params: { id: draft._id } });
  });

  describe('content warnings and audience', () => {
    const change = (id: string, body: object) =>
      site.as(author).call(updateStory, { params: { id }, body: body as never });

    test('find their stories, after those that match in any other way, and follow a change', async () => {
      const { id } = await story({
        title: 'By warning',
        description: 'x',
        contentWarnings: ['gore', 'suicide'],
      });
      // Many views do not lift it above the others.
      await setCounts(site.ctx.db, id, { views: 1_000_000 });
      const gore = await site.person('gore_vid');
      await story({ title: 'By author', description: 'x' }, gore);
      await story({ title: 'By tag', description: 'x', tags: ['gore'] });
      await story({ title: 'By description', description: 'Some gore in it.' });
      await story({ title: 'By gore', description: 'x', contentWarnings: ['gore'] });
      await story({ title: 'Both', description: 'The suicide of a clock.', tags: ['gore'] });
      await index();
      const found = await titles('gore');
      expect(found.slice(0, 2)).toEqual(['By gore', 'By author']);
      expect(found.slice(2, 4).toSorted()).toEqual(['Both', 'By tag']);
      expect(found.slice(4)).toEqual(['By description', 'By warning']);
      expect(await titles('gore suicide')).toEqual(['Both', 'By warning']);
      expect(await titles('warning gore suicides')).toEqual(['By warning']);
      await change(id, { contentWarnings: ['gore'] });
      await index();
      expect(await titles('gore suicide')).toEqual(['Both']);
    });

    test('are found by the names that readers see', async () => {
      const { id } = await story({
        title: 'Rated',
        description: 'x',
        audience: 'teen',
        contentWarnings: ['violence'],
      });
      await index();
      expect(await titles('"graphic violence"')).toEqual(['Rated']);
      expect(await titles('rated teen')).toEqual(['Rated']);
      await change(id, { audience: 'mature' });
      await index();
      expect([await titles('rated teen'), await titles('rated mature')]).toEqual([[], []]);
      expect(await titles('rated mature', author)).toEqual(['Rated']);
    });

    test('filter the stories and chapters that are found', async () => {
      const found = async (query: Record<string, string>) => {
        const { body } = await site.as(reader).call(search, { query: { q: 'xylograph', ...query } });
        expect(body.counts.stories).toBe(body.data.stories.length);
        return [
          body.data.stories.map((one) => one.title).toSorted(),
          body.data.chapters.map((one) => one.story.title).toSorted(),
        ];
      };
      await story({ title: 'Xylograph A', description: 'x', contentWarnings: ['death'] });
      await story({ title: 'B', description: 'x', audience: 'teen', content: 'An old xylograph.' });
      await index();
      expect(await found({})).toEqual([['B', 'Xylograph A'], ['B']]);
      expect(await found({ audience: 'teen' })).toEqual([['B'], ['B']]);
      expect(await found({ notAudience: 'teen' })).toEqual([['Xylograph A'], []]);
      expect(await found({ warnings: 'death,gore' })).toEqual([['Xylograph A'], []]);
      expect(await found({ notWarnings: 'death', audience: 'everyone,teen' })).toEqual([['B'], ['B']]);
      await expect(found({ warnings: 'spiders' })).rejects.toThrow();
    });
  });

  test('matches are marked in title and description', async () => {
    const { data } = (await site.as(reader).call(searchStories, { query: { q: 'expectation convicts' } }))
      .body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ title: 'Great Expectations', chapterCount: expect.any(Number) });
    expect(
      data.map(({ title, marks }) => [
        marked({ text: title, matches: marks.title }),
        marked(marks.description),
      ]),
    ).toEqual([[['Expectations'], ['convict']]]);
  });
});

test('the name of a language or of a kind of word in the index is the beginning of no story', async () => {
  for (const q of ['engli', 'germa', 'labe']) expect([q, await titles(q)]).toEqual([q, []]);
});

describe('GET /search/chapters', () => {
  test('a phrase in quotation marks finds the chapter that contains it', async () => {
    expect((await chapters('"family name being Pirrip"')).map(({ title }) => title)).toEqual([
      'The churchyard',
    ]);
    expect(await chapters('"being family name"')).toEqual([]);
    expect(await chapters('“to be or not to be”')).toHaveLength(1);
  });

  test('visitors get no excerpts, readers get them with the matches marked', async () => {
    const [forVisitor] = await chapters('pirrip', null);
    expect(forVisitor).toMatchObject({ excerpt: null, isAhead: true });
    const [forAuthor] = await chapters('pirrip', author);
    expect(forAuthor?.excerpt && marked(forAuthor.excerpt)).toEqual(['Pirrip']);
    expect(forAuthor?.isAhead).toBe(false);
  });
});

describe('GET /search', () => {
  test('has all types with their counts, and the corrected query', async () => {
    const { body } = await site.as(reader).call(search, { query: { q: 'shelock' } });
    expect(body.corrected).toBe('sherlock');
    // With the words that are not searched for.
    const whole = await site.as(reader).call(search, { query: { q: 'shelock and the' } });
    expect(whole.body.corrected).toBe('sherlock and the');
    expect(body.counts).toEqual({ stories: 1, users: 0, chapters: 1, communities: 0 });
    expect(body.data.stories).toHaveLength(1);
    const one = await site.as(reader).call(search, { query: { q: 'sherlock', type: 'users' } });
    expect(one.body.data).toEqual({ stories: [], users: [], chapters: [], communities: [] });
    expect(one.body).toMatchObject({ counts: { stories: 1 }, corrected: null });
  });

  test('a corrected query finds what it finds when it is typed', async () => {
    const found = async (q: string) => (await site.as(reader).call(search, { query: { q } })).body;
    const typed = await found('expectations chapter 1');
    expect(typed.data.chapters[0]?.story.title).toBe('Great Expectations');
    await story({ title: 'The chapter of expectations', description: '1' });
    await index();
    const mended = await found('expectatons chaper 1');
    expect(mended.corrected).toBe('expectations chapter 1');
    expect(mended.data.chapters).toEqual((await found('expectations chapter 1')).data.chapters);
  });

  test('where no story has all words, those with most of them are found, however many are missing', async () => {
    const q = 'convict marshes zebrafish sherlock tractor turnip "convict marshes"';
    const { body } = await site.as(reader).call(search, { query: { q } });
    expect(body.data.stories.map(({ title, marks }) => [title, marks.missing])).toEqual([
      ['Great Expectations', ['zebrafish', 'sherlock', 'tractor', 'turnip', 'convict marshes']],
    ]);
  });

  test('a misspelt author finds people with a name like it', async () => {
    const { body } = await site.as(reader).call(search, { query: { q: 'author:dickenss' } });
    expect(body.data.users.map(({ displayName }) => displayName)).toEqual(['charles_dickens']);
  });

  test('finds what an edit added within the next indexing, and no longer what it removed', async () => {
    const { id, chapter } = await story({ title: 'Edited', description: 'y', content: 'An oldquark here.' });
    await index();
    expect(await chapters('oldquark')).toHaveLength(1);
    const content = `A newquark here.\n${textOf(210)}`;
    await site.as(author).call(updateChapter, { params: { id: chapter }, body: { content, baseVersion: 1 } });
    expect(await chapters('oldquark')).toEqual([]);
    await index();
    expect(await chapters('newquark')).toHaveLength(1);
    expect(await chapters('oldquark')).toEqual([]);
    await site.as(author).call(deleteStory, { params: { id } });
    expect(await chapters('newquark')).toEqual([]);
  });
});

describe('texts that are not public', () => {
  test('are not found, counted, suggested or used for corrections, even before the index is updated', async () => {
    const { id } = await story({ title: 'Quixotequark', description: 'z', content: 'A vermilionquark.' });
    await index();
    expect(await titles('quixotequark')).toHaveLength(1);
    await site.as(author).call(updateStory, { params: { id }, body: { isPublished: false } });
    for (const q of ['quixotequark', 'quixotequirk', 'vermilionquark', 'vermilionquirk']) {
      const { body } = await site.as(reader).call(search, { query: { q } });
      expect(body.counts).toEqual({ stories: 0, users: 0, chapters: 0, communities: 0 });
      expect(body.corrected).toBeNull();
      const quick = await site.as(reader).call(searchSuggestions, { query: { q } });
      expect(quick.body).toMatchObject({ data: [], total: 0 });
    }
    await index();
    const { rows } = await sql<{ pieces: number }>`
      select count(*) as pieces from search_pieces where story_id = ${id}`.execute(site.ctx.db);
    expect(rows[0]?.pieces).toBe(0);
    await site.as(author).call(updateStory, { params: { id }, body: { isPublished: true } });
    await index();
    expect(await titles('quixotequark')).toHaveLength(1);
    expect(await chapters('vermilionquark')).toHaveLength(1);
  });

  test('mature stories are hidden from visitors, with their words and counts', async () => {
    await story({ title: 'Maturequark', description: 'z', audience: 'mature' });
    await index();
    for (const q of ['maturequark', 'maturequirk']) {
      const { body } = await site.as(null).call(search, { query: { q } });
      expect(body).toMatchObject({ counts: { stories: 0, chapters: 0 }, corrected: null });
    }
    expect(await titles('maturequark', author)).toEqual(['Maturequark']);
  });

  test('no result tells a word of a text that the viewer may not see from a word that nothing has', async () => {
    const withdrawn = await story({ title: 'Gonequark', description: 'z' });
    await story({ title: 'Unseenquark', description: 'z', audience: 'mature' });
    await story({ title: 'Unseenquirk and gonequirk', description: 'z' });
    await index();
    await site.as(author).call(updateStory, { params: { id: withdrawn.id }, body: { isPublished: false } });
    const found = async (q: string) => {
      const { data, counts, corrected } = (await site.as(null).call(search, { query: { q } })).body;
      return { titles: data.stories.map(({ title }) => title), counts, corrected };
    };
    for (const word of ['unseenquark', 'gonequark']) {
      expect(await found(`pirrip ${word}`)).toEqual(await found('pirrip xyzzyquark'));
      expect((await found(word)).corrected).toBe(word.replace('quark', 'quirk'));
    }
  });
});

describe('what a reader hides', () => {
  test('is neither found nor counted from that moment on, for this reader alone', async () => {
    const { id } = await story({
      title: 'Hidequark',
      description: 'z',
      tags: ['quarks'],
      content: 'A hidequark.',
    });
    await index();
    const counts = async (who: Person) =>
      (await site.as(who).call(search, { query: { q: 'hidequark' } })).body.counts;
    const found = { stories: 1, users: 0, chapters: 1, communities: 0 };
    const other = await site.person();
    expect([await counts(reader), await counts(other)]).toEqual([found, found]);
    const row = { user_id: reader.id, story_id: id, created_at: site.clock.now() };
    await site.ctx.db.insertInto('hidden_stories').values(row).execute();
    expect([await counts(reader), await counts(other)]).toEqual([
      { ...found, stories: 0, chapters: 0 },
      found,
    ]);
    expect((await site.as(reader).call(searchSuggestions, { query: { q: 'hideq' } })).body.data).toEqual([]);
    await site.ctx.db.deleteFrom('hidden_stories').execute();
    expect(await counts(reader)).toEqual(found);
    await sql`update users set hidden_tags = '{quarks}' where id = ${other.id}`.execute(site.ctx.db);
    invalidateViewers(site.ctx.db);
    expect([await counts(reader), await counts(other)]).toEqual([
      found,
      { ...found, stories: 0, chapters: 0 },
    ]);
  });
});

describe('GET /search/users', () => {
  test('finds people by username and display name, by beginning and in spite of a typing error', async () => {
    const found = async (q: string) =>
      (await site.as(reader).call(searchUsers, { query: { q } })).body.data.map(({ username }) => username);
    expect(await found('conan_doyle')).toEqual(['conan_doyle']);
    expect(await found('arth')).toEqual(['conan_doyle']);
    expect(await found('charels dickens')).toEqual(['charles_dickens']);
    const counted = async () => {
      const query = { q: 'conan_doyle' };
      const { body } = await site.as(null).call(search, { query });
      const people = await site.as(null).call(searchUsers, { query });
      const quick = await site.as(null).call(searchSuggestions, { query });
      return [body.counts.users, people.body.pagination.total, quick.body.total];
    };
    const [before = 0] = await counted();
    expect(before).toBeGreaterThan(0);
    const others = (await counted()).map((count) => count - 1);
    await sql`update users set suspended_at = now() where username = 'conan_doyle'`.execute(site.ctx.db);
    expect(await found('conan_doyle')).toEqual([]);
    expect(await counted()).toEqual(others);
    await sql`update users set suspended_at = null where username = 'conan_doyle'`.execute(site.ctx.db);
  });
});

test('found people say whether the viewer follows them', async () => {
  const follower = await site.person();
  await site.as(follower).call(followUser, { params: { userId: author.id } });
  const query = { q: 'charles_dickens' };
  const following = async (who: Person | null) => [
    (await site.as(who).call(searchUsers, { query })).body.data.map((one) => [
      one.following,
      one.isFollowing,
    ]),
    (await site.as(who).call(search, { query })).body.data.users.map((one) => [
      one.following,
      one.isFollowing,
    ]),
  ];
  for (const found of await following(follower)) expect(found).toEqual([[true, true]]);
  for (const who of [reader, null])
    for (const found of await following(who)) expect(found).toEqual([[false, false]]);
});

describe('GET /search/suggestions', () => {
  test('has stories, people and chapters for what has been typed', async () => {
    const quick = async (q: string) => (await site.as(null).call(searchSuggestions, { query: { q } })).body;
    expect((await quick('gre')).data.map((one) => one.type)).toEqual(['story']);
    expect((await quick('churchy')).data).toMatchObject([{ type: 'chapter', title: 'The churchyard' }]);
    const dickens = await quick('dick');
    expect(dickens.data.map((one) => one.type)).toContain('user');
    expect(dickens.data.filter((one) => one.type === 'story').length).toBe(3);
    expect(dickens.total).toBeGreaterThan(4);
  });
});
