import { setImmediate } from 'node:timers/promises';
import { createChapter, updateChapter } from '@inkling/contract/chapters';
import { updateGenre } from '@inkling/contract/genres';
import { searchChapters, searchStories, searchUsers } from '@inkling/contract/search';
import { updateStory } from '@inkling/contract/stories';
import { updateProfile } from '@inkling/contract/users';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setAdmin } from '../users/index.ts';
import { lockIndex } from './index.queries.ts';
import { countOutdated, indexAll, markAllOutdated } from './index.ts';
import { sendSweep, sweepWords } from './search.listeners.ts';

const site = testApp({ TEXT_QUOTA_MB: '100' });
const write = writing(site);
let author: Person;
let reader: Person;

beforeAll(async () => {
  [author, reader] = [await site.person(), await site.person()];
});

const found = async (q: string) =>
  (await site.as(reader).call(searchChapters, { query: { q } })).body.pagination.total;
const publish = (id: string) =>
  site.as(author).call(updateStory, { params: { id }, body: { isPublished: true } });

describe('a chapter of 1,000,000 characters', () => {
  test('is indexed to its end with all positions, while the event loop stays free', async () => {
    const words: string[] = [];
    let length = 0;
    // All words differ: a tsvector of the whole would have more than a megabyte.
    for (let number = 0; length < 999_900; number += 1) {
      const word = `q${number.toString(36)}the`;
      words.push(word);
      length += word.length + 1;
    }
    const story = await write.draft(author, { title: 'Long', description: 'x' });
    const content = words.join(' ');
    await site.as(author).call(createChapter, {
      body: { story: story._id, title: 'All', content, isPublished: true },
    });
    await publish(story._id);
    let [longest, last, done] = [0, performance.now(), false];
    const watch = (async () => {
      while (!done) {
        await setImmediate();
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
    })();
    await indexAll(site.ctx);
    done = true;
    await watch;
    expect(longest).toBeLessThan(1500);
    for (const at of [0, 16_380, 20_000, words.length - 5]) {
      const phrase = `"${words.slice(at, at + 4).join(' ')}"`;
      expect([at, await found(phrase)]).toEqual([at, 1]);
    }
    const swapped = `"${[words[20_001], words[20_000]].join(' ')}"`;
    expect(await found(swapped)).toBe(0);
    for (let at = 1940; at < 2060; at += 7)
      expect(await found(`"${words.slice(at, at + 20).join(' ')}"`)).toBe(1);
  });

  test('is found by a phrase with a very frequent word near its end', async () => {
    const story = await write.draft(author, { title: 'Same', description: 'x' });
    // PostgreSQL stores 256 positions of a word, up to the 16,383rd word.
    const content = `${'the cat and a dog of one two three four '.repeat(3000)}the zebraquark`;
    await site.as(author).call(createChapter, {
      body: { story: story._id, title: 'All', content, isPublished: true },
    });
    await publish(story._id);
    await indexAll(site.ctx);
    expect(await found('"the zebraquark"')).toBe(1);
  });
});

const storiesWith = async (q: string) =>
  (await site.as(reader).call(searchStories, { query: { q } })).body.pagination.total;
const withoutThreads = () => ({
  db: site.ctx.db,
  threads: { ...site.ctx.threads, run: () => Promise.reject(new Error('killed')) },
});

describe('the index', () => {
  test('is written by one process at a time, and what a killed one has left is done by the next', async () => {
    const long = await write.draft(author, { title: 'Killed', description: 'x' });
    await site.as(author).call(createChapter, {
      body: { story: long._id, title: 'One', content: 'killquark word '.repeat(2000), isPublished: true },
    });
    await publish(long._id);
    await expect(indexAll(withoutThreads())).rejects.toThrow('killed');
    expect(await countOutdated(site.ctx.db)).toBe(1);
    let indexing: Promise<void>[] = [];
    await transaction(site.ctx.db, async (tx) => {
      await lockIndex(tx);
      indexing = [1, 2, 3].map(() => indexAll(site.ctx));
      expect(await found('killquark')).toBe(0);
    });
    await Promise.all(indexing);
    expect(await countOutdated(site.ctx.db)).toBe(0);
    expect(await found('killquark')).toBe(1);
  });

  test('does not block writers while a text is being indexed', async () => {
    const { story } = await write.published(author, { title: 'Written meanwhile' });
    await transaction(site.ctx.db, async (tx) => {
      await lockIndex(tx);
      const input = { params: { id: story._id }, body: { title: 'Written at once' } };
      expect((await site.as(author).call(updateStory, input)).status).toBe(200);
    });
    expect(await countOutdated(site.ctx.db)).toBeGreaterThan(0);
  });

  test('continues after a text that cannot be indexed', async () => {
    await indexAll(site.ctx);
    const draft = await write.draft(author, { title: 'Broken', description: 'x' });
    await site.as(author).call(createChapter, {
      body: { story: draft._id, title: 'One', content: 'brokenquark word '.repeat(2000), isPublished: true },
    });
    await publish(draft._id);
    await write.published(author, { title: 'Afterquark' });
    await expect(indexAll(withoutThreads())).rejects.toThrow('killed');
    expect(await storiesWith('afterquark')).toBe(1);
    expect(await countOutdated(site.ctx.db)).toBe(1);
    await indexAll(site.ctx);
    expect(await found('brokenquark')).toBe(1);
  });

  test('can be rebuilt, with the same result', async () => {
    await indexAll(site.ctx);
    const content = async () =>
      (
        await sql`select md5(string_agg(x, ',' order by x)) as hash from (
          select concat(story_id, revision, doc) as x from search_stories union all
          select concat(chapter_id, piece, stemmer, doc) from search_pieces union all
          select concat(user_id, name, doc) from search_people) all_rows`.execute(site.ctx.db)
      ).rows;
    const before = await content();
    await markAllOutdated(site.ctx.db);
    expect(await found('brokenquark')).toBe(1);
    await indexAll(site.ctx);
    expect(await content()).toEqual(before);
  });

  test('is rebuilt by another queue than the one that changed texts wait in', async () => {
    const waiting = async () =>
      (
        await sql<{ name: string }>`
          select name from pgboss.job where state = 'created' and name like 'search-%'`.execute(site.ctx.db)
      ).rows.map(({ name }) => name);
    await site.runJobs();
    await markAllOutdated(site.ctx.db);
    await sendSweep(site.ctx, site.ctx.db);
    expect(await waiting()).toEqual(['search-sweep']);
    await site.runJobs();
    expect(await countOutdated(site.ctx.db)).toBe(0);
  });
});

describe('without being asked, the index follows', () => {
  const follow = async () => {
    await site.runEvents();
    await site.runJobs();
  };
  const people = async (q: string) =>
    (await site.as(reader).call(searchUsers, { query: { q } })).body.pagination.total;

  test('a published story, its edits and its chapters', async () => {
    const { story, chapters } = await write.published(author, { title: 'Eventquark' });
    await follow();
    expect(await storiesWith('eventquark')).toBe(1);
    const [params, chapter] = [{ id: story._id }, { id: chapters[0]?._id ?? '' }];
    await site.as(author).call(updateStory, { params, body: { tags: ['tagquark'] } });
    const body = { content: 'textquark '.repeat(220), baseVersion: 1 };
    expect((await site.as(author).call(updateChapter, { params: chapter, body })).body.data.version).toBe(2);
    const more = { story: story._id, title: 'Twoquark', content: 'word '.repeat(220), isPublished: true };
    await site.as(author).call(createChapter, { body: more });
    await follow();
    expect([await storiesWith('tagquark'), await found('textquark'), await found('twoquark')]).toEqual([
      1, 1, 1,
    ]);
    await site.as(author).call(updateStory, { params, body: { isPublished: false } });
    await follow();
    const { rows } = await sql`
      select from search_pieces where story_id = ${story._id}
      union all select from search_stories where story_id = ${story._id}`.execute(site.ctx.db);
    expect(rows).toEqual([]);
    await publish(story._id);
    await follow();
    expect(await found('twoquark')).toBe(1);
  });

  test('new people, and the names of people and genres, which also find stories', async () => {
    const person = await site.person('newquark');
    const { story } = await write.published(person, { title: 'Of a person' });
    await follow();
    expect(await people('newquark')).toBe(1);
    await site.as(person).call(updateProfile, { body: { displayName: 'Renamequark' } });
    const genre = story.genres[0]?._id ?? '';
    const admin = await site.person();
    await setAdmin(site.ctx.db, admin.id, true);
    await site.as(admin).call(updateGenre, { params: { id: genre }, body: { name: 'Genrequark' } });
    await follow();
    expect([await people('renamequark'), await storiesWith('renamequark')]).toEqual([1, 1]);
    expect(await storiesWith('genrequark')).toBeGreaterThan(0);
  });
});

test('words that no text has any more are forgotten', async () => {
  const { story } = await write.published(author, { title: 'Forgetmequark' });
  await indexAll(site.ctx);
  const words = async () =>
    (await sql`select from search_words where word = 'forgetmequark'`.execute(site.ctx.db)).rows.length;
  await sweepWords(site.ctx);
  expect(await words()).toBe(1);
  await site.as(author).call(updateStory, { params: { id: story._id }, body: { isPublished: false } });
  await indexAll(site.ctx);
  await sweepWords(site.ctx);
  expect(await words()).toBe(0);
});
