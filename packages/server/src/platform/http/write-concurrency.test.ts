import { createChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { writeLimiter } from './write-concurrency.ts';

const site = testApp();
const write = writing(site);

test('two writes of a person are worked on at once, the others in the order in which they came', async () => {
  const takeTurn = writeLimiter();
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
  const takeTurn = writeLimiter({ waitMs: 20 });
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
