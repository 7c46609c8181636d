import { getMe } from '@inkling/contract/account';
import { createChapter, readChapterForAuthor } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { listMyStories, getStory as readStory, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { concurrencyLimit, maxParallelVisits } from './concurrency-limit.ts';

const site = testApp();
const limited = testApp({ RATE_LIMIT: 'on' });
const write = writing(site);

test('two writes of a person run in parallel, and the others follow in their order [R63]', async () => {
  const acquire = concurrencyLimit();
  const started: string[] = [];
  const start = async (name: string, person = 'ana') => {
    const release = await acquire(person);
    started.push(name);
    return release;
  };
  const [first, second] = await Promise.all([start('a'), start('b')]);
  const [third, fourth] = [start('c'), start('d')];
  await (await start('other', 'ben'))();
  expect(started).toEqual(['a', 'b', 'other']);
  second();
  (await third)();
  await fourth;
  expect(started).toEqual(['a', 'b', 'other', 'c', 'd']);
  first();
});

test('a write that waits too long is refused with 503, and leaves the queue', async () => {
  const acquire = concurrencyLimit({ waitMs: 20 });
  const releases = await Promise.all([acquire('ana'), acquire('ana')]);
  await expect(acquire('ana')).rejects.toMatchObject({ code: 'BUSY', status: 503, retryAfterSeconds: 2 });
  for (const release of releases) release();
  const again = await Promise.all([acquire('ana'), acquire('ana')]);
  expect(again).toHaveLength(2);
});

test('one person’s writes to a locked story leave database connections for others', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { story } = await write.published(ana);
  const other = await write.draft(ben);
  const lock = await site.database.pool.connect();
  await lock.query('begin');
  await lock.query('select from stories where id = $1 for update', [story._id]);
  const params = { id: story._id };
  const writes = Array.from({ length: 20 }, (_, n) =>
    site.as(ana).call(updateStory, { params, body: { title: `Title ${n}` } }),
  );
  // These complete while the story is still locked.
  const read = await site.as(null).call(listGenres, {});
  const body = { story: other._id, title: 'One', content: 'Short.' };
  const written = await site.as(ben).call(createChapter, { body });
  await lock.query('rollback');
  lock.release();
  expect([read.status, written.status]).toEqual([200, 201]);
  expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('one person’s slow reads leave database connections for others', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { chapters } = await write.published(ana);
  const lock = await site.database.pool.connect();
  await lock.query('begin');
  await lock.query('lock table chapter_versions in access exclusive mode');
  const params = { id: chapters[0]?._id ?? '' };
  const reads = Array.from({ length: 20 }, () => site.as(ana).call(readChapterForAuthor, { params }));
  // Completes while the table is still locked.
  const mine = await site.as(ben).call(listMyStories, {});
  await lock.query('rollback');
  lock.release();
  expect(mine.status).toBe(200);
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('waiting requests of visitors from one address leave database connections for others [R63]', async () => {
  const ana = await limited.person();
  const { story } = await writing(limited).published(ana);
  const lock = await limited.database.pool.connect();
  await lock.query('begin');
  await lock.query('lock table story_genres in access exclusive mode');
  const visits = Array.from({ length: 20 }, () =>
    limited.as(null).call(readStory, { params: { id: story._id } }),
  );
  const waits = await settledLockWaits(lock);
  // Completes while the table is still locked.
  const me = await limited.as(ana).call(getMe, {});
  await lock.query('rollback');
  lock.release();
  expect(waits).toBeLessThanOrEqual(maxParallelVisits);
  expect(me.status).toBe(200);
  expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([200]));
});
