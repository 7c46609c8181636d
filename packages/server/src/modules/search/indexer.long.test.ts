import { setImmediate } from 'node:timers/promises';
import { createChapter } from '@inkling/contract/chapters';
import { searchChapters, searchStories } from '@inkling/contract/search';
import { updateStory } from '@inkling/contract/stories';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Db, sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { indexAll, queueAll } from './index.ts';
import { sweepWords } from './index-worker.ts';
import { indexNext, indexOrPostpone } from './indexer.ts';
import { countEntries, lockIndex } from './queue.queries.ts';

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
    // PostgreSQL stores 256 positions of a word.
    const content = `${'the cat and a dog of one two three four '.repeat(24_000)}the zebraquark`;
    await site.as(author).call(createChapter, {
      body: { story: story._id, title: 'All', content, isPublished: true },
    });
    await publish(story._id);
    await indexAll(site.ctx);
    expect(await found('"the zebraquark"')).toBe(1);
  });
});

describe('the queue', () => {
  test('is processed by one process at a time, and an entry stays until it is done', async () => {
    await write.published(author, { title: 'Queuequark' });
    await transaction(site.ctx.db, async (tx) => {
      expect(await lockIndex(tx)).toBe(true);
      expect(await indexNext(site.ctx)).toBe(0);
    });
    const queued = await countEntries(site.ctx.db);
    expect(queued).toBeGreaterThan(0);
    // The process is killed while it indexes.
    const threads = { ...site.ctx.threads, run: () => Promise.reject(new Error('killed')) };
    const long = await write.draft(author, { title: 'Killed', description: 'x' });
    await site.as(author).call(createChapter, {
      body: { story: long._id, title: 'One', content: 'killquark word '.repeat(2000), isPublished: true },
    });
    await publish(long._id);
    await expect(
      (async () => {
        while ((await indexNext({ db: site.ctx.db, threads })) > 0);
      })(),
    ).rejects.toThrow('killed');
    expect(await countEntries(site.ctx.db)).toBeGreaterThan(0);
    await Promise.all([indexAll(site.ctx), indexAll(site.ctx), indexAll(site.ctx)]);
    await indexAll(site.ctx);
    expect(await countEntries(site.ctx.db)).toBe(0);
    expect(await found('killquark')).toBe(1);
    const { body } = await site.as(reader).call(searchStories, { query: { q: 'queuequark' } });
    expect(body.pagination.total).toBe(1);
  });

  test('does not block writers while a text is being indexed', async () => {
    const { story, chapters } = await write.published(author, { title: 'Written meanwhile' });
    let isReady = () => {};
    const indexing = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    const { promise: written, resolve: allow } = Promise.withResolvers<void>();
    const held = transaction(site.ctx.db, async (tx: Db) => {
      await lockIndex(tx);
      await sql`delete from search_queue`.execute(tx);
      isReady();
      await written;
    });
    await indexing;
    const input = { params: { id: story._id }, body: { title: 'Written at once' } };
    expect((await site.as(author).call(updateStory, input)).status).toBe(200);
    allow();
    await held;
    expect(await countEntries(site.ctx.db)).toBeGreaterThan(0);
    expect(chapters).toHaveLength(1);
  });

  test('continues after a text that cannot be indexed', async () => {
    await indexAll(site.ctx);
    const draft = await write.draft(author, { title: 'Broken', description: 'x' });
    await site.as(author).call(createChapter, {
      body: { story: draft._id, title: 'One', content: 'brokenquark word '.repeat(2000), isPublished: true },
    });
    await publish(draft._id);
    await write.published(author, { title: 'Afterquark' });
    const threads = { ...site.ctx.threads, run: () => Promise.reject(new Error('cannot be cut')) };
    for (let attempt = 0; attempt < 4; attempt += 1)
      await indexOrPostpone({ db: site.ctx.db, threads }).catch(() => {});
    const { body } = await site.as(reader).call(searchStories, { query: { q: 'afterquark' } });
    expect(body.pagination.total).toBe(1);
    expect(await countEntries(site.ctx.db)).toBeGreaterThan(0);
    await indexAll(site.ctx);
    expect(await found('brokenquark')).toBe(1);
  });

  test('can rebuild everything, with the same index as the result', async () => {
    await indexAll(site.ctx);
    const content = async () =>
      (
        await sql`select md5(string_agg(x, ',' order by x)) as hash from (
          select story_id || doc::text as x from search_stories union all
          select chapter_id || piece::text || doc::text from search_pieces union all
          select user_id || doc::text from search_people) all_rows`.execute(site.ctx.db)
      ).rows;
    const before = await content();
    await queueAll(site.ctx.db);
    await indexAll(site.ctx);
    expect(await content()).toEqual(before);
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

test('a server that listens follows an edit by itself, within a second on a quiet machine', async () => {
  await site.app.http.listen({ port: 0, host: '127.0.0.1' });
  await write.published(author, { title: 'Followquark' });
  const total = async () =>
    (await site.as(reader).call(searchStories, { query: { q: 'followquark' } })).body.pagination.total;
  await expect.poll(total).toBe(1);
});
