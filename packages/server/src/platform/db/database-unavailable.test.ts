import { expect, test } from 'vitest';
import { singleFlight } from '../single-flight.ts';
import { keyedLoader } from './loader.ts';
import { writeBatcher } from './write-batcher.ts';

/** What the driver says when a response was waited for in vain. */
const silence = () => new Error('Query read timeout');

/** Work that fails when it is told to, and how often it was begun. */
function failing() {
  const waiting: ((error: Error) => void)[] = [];
  return {
    begun: () => waiting.length,
    work: () => new Promise<never>((_resolve, reject) => waiting.push(reject)),
    fail: (error: Error) => waiting.at(-1)?.(error),
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'));

test('look-ups that wait for one that was in vain fail with it, and do not wait as long once more', async () => {
  const { begun, work, fail } = failing();
  const find = keyedLoader(work);
  const first = find('a');
  await turn();
  const later = [find('b'), find('c')];
  await turn();
  fail(silence());
  expect(await outcomes([first, ...later])).toEqual(Array(3).fill('Error: Query read timeout'));
  await turn();
  expect(begun()).toBe(1);
  void find('d').catch(() => {});
  await turn();
  expect(begun()).toBe(2);
});

test('writes do not try one by one what could not be written together in time', async () => {
  const { begun, work, fail } = failing();
  const save = writeBatcher<string, void>({ keyOf: (key) => key, writeTogether: work, writeAlone: work });
  const together = [save('a'), save('b'), save('c')];
  await turn();
  // Of a row whose write is under way, it waits.
  const later = save('a');
  fail(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
  expect(await outcomes([...together, later])).toEqual(
    Array(4).fill('Error: canceling statement due to statement timeout'),
  );
  expect(begun()).toBe(1);
});

test('those who would share the next working-out fail with the one that was in vain', async () => {
  const { begun, work, fail } = failing();
  const share = singleFlight<void>();
  const all = [share('a', work), share('a', work), share('a', work)];
  fail(silence());
  expect(await outcomes(all)).toEqual(Array(3).fill('Error: Query read timeout'));
  expect(begun()).toBe(1);
  void share('a', work).catch(() => {});
  expect(begun()).toBe(2);
});
