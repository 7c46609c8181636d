import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { singleFlight } from '../revision-cache.ts';
import { keyedLoader } from './loader.ts';
import { writeBatcher } from './write-batcher.ts';

/** The error of the driver when a response does not arrive in time. */
const timeoutError = () => new Error('Query read timeout');

/** Work that fails on demand, with a count of how often it was started. */
function controlledWork() {
  const waiting: ((error: Error) => void)[] = [];
  return {
    startCount: () => waiting.length,
    work: () => new Promise<never>((_resolve, reject) => waiting.push(reject)),
    fail: (error: Error) => waiting.at(-1)?.(error),
  };
}
/** Lets scheduled work begin. */
const turn = async () => {
  await setImmediate();
  await setImmediate();
};
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === 'rejected' ? String(one.reason) : 'done'));

test('queued look-ups fail together with one that timed out, instead of waiting as long again [R55]', async () => {
  const { startCount, work, fail } = controlledWork();
  const find = keyedLoader(work);
  const first = find('a');
  await turn();
  const later = [find('b'), find('c')];
  await turn();
  fail(timeoutError());
  expect(await outcomes([first, ...later])).toEqual(Array(3).fill('Error: Query read timeout'));
  await turn();
  expect(startCount()).toBe(1);
  void find('d').catch(() => {});
  await turn();
  expect(startCount()).toBe(2);
});

test('a batch that timed out is not retried write by write', async () => {
  const { startCount, work, fail } = controlledWork();
  const save = writeBatcher<string, void>({ keyOf: (key) => key, writeTogether: work, writeAlone: work });
  const together = [save('a'), save('b'), save('c')];
  await turn();
  // It waits, because a write of the same row is in progress.
  const later = save('a');
  fail(Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }));
  expect(await outcomes([...together, later])).toEqual(
    Array(4).fill('Error: canceling statement due to statement timeout'),
  );
  expect(startCount()).toBe(1);
});

test('callers waiting for a shared computation fail together with one that timed out', async () => {
  const { startCount, work, fail } = controlledWork();
  const share = singleFlight<void>();
  const all = [share('a', work), share('a', work), share('a', work)];
  fail(timeoutError());
  expect(await outcomes(all)).toEqual(Array(3).fill('Error: Query read timeout'));
  expect(startCount()).toBe(1);
  void share('a', work).catch(() => {});
  expect(startCount()).toBe(2);
});
