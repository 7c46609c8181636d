import { getMe } from '@inkling/contract/account';
import { createChapter, readChapterForAuthor } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { listMyStories, getStory as readStory, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { maxLockWaits } from '../../testing/lock-waits.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { concurrencyLimit, maxVisitsAtOnce } from './concurrency-limit.ts';

const site = testApp();
const limited = testApp({ RATE_LIMIT: 'on' });
const write = writing(site);

test('two writes of a person are worked on at once, the others in the order in which they came', async () => {
  const takeTurn = concurrencyLimit();
  const begun: string[] = [];
  const turn = async (name: string, person = 'ana') => {
    const end = await takeTurn(person);
    begun.push(name);
    return end;
  };
  const [first, second] = await Promise.all([turn('a'), turn('b')]);
  const [third, fourth] = [turn('c'), turn('d')];
  await (await turn('other', 'ben'))();
  expect(begun).toEqual(['a', 'b', 'other']);
  second();
  (await third)();
  await fourth;
  expect(begun).toEqual(['a', 'b', 'other', 'c', 'd']);
  first();
});

test('a write that waits too long is refused with 503, and takes no turn', async () => {
  const takeTurn = concurrencyLimit({ waitMs: 20 });
  const ends = await Promise.all([takeTurn('ana'), takeTurn('ana')]);
  await expect(takeTurn('ana')).rejects.toMatchObject({ code: 'BUSY', status: 503, retryAfterSeconds: 2 });
  for (const end of ends) end();
  const again = await Promise.all([takeTurn('ana'), takeTurn('ana')]);
  expect(again).toHaveLength(2);
});

test('one person’s writes to a story that is locked leave connections for everyone else', async () => {
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
  // Answered while the story is still locked.
  const read = await site.as(null).call(listGenres, {});
  const body = { story: other._id, title: 'One', content: 'Short.' };
  const written = await site.as(ben).call(createChapter, { body });
  await lock.query('rollback');
  lock.release();
  expect([read.status, written.status]).toEqual([200, 201]);
  expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('one person’s reads that take long leave connections for everyone else', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { chapters } = await write.published(ana);
  const lock = await site.database.pool.connect();
  await lock.query('begin');
  await lock.query('lock table chapter_versions in access exclusive mode');
  const params = { id: chapters[0]?._id ?? '' };
  const reads = Array.from({ length: 20 }, () => site.as(ana).call(readChapterForAuthor, { params }));
  // Answered while the table is still locked.
  const mine = await site.as(ben).call(listMyStories, {});
  await lock.query('rollback');
  lock.release();
  expect(mine.status).toBe(200);
  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('one address’s visitors that are kept waiting leave connections for everyone else', async () => {
  const ana = await limited.person();
  const { story } = await writing(limited).published(ana);
  const lock = await limited.database.pool.connect();
  await lock.query('begin');
  await lock.query('lock table story_genres in access exclusive mode');
  const visits = Array.from({ length: 20 }, () =>
    limited.as(null).call(readStory, { params: { id: story._id } }),
  );
  const waits = await maxLockWaits(lock);
  // Answered while the table is still locked.
  const me = await limited.as(ana).call(getMe, {});
  await lock.query('rollback');
  lock.release();
  expect(waits).toBeLessThanOrEqual(maxVisitsAtOnce);
  expect(me.status).toBe(200);
  expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([200]));
});
