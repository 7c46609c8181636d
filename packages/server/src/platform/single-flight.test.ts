import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('callers during a running computation share the next one, which starts after their call [P08]', async () => {
  const share = singleFlight<number>();
  let state = 1;
  let runs = 0;
  const work = async () => {
    runs += 1;
    const seen = state;
    await pause(5);
    return seen;
  };
  const first = share('a', work);
  state = 2;
  const later = [share('a', work), share('a', work), share('a', work)];
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(runs).toBe(2);
  state = 3;
  expect(await share('a', work)).toBe(3);
});

test('different keys run in parallel, and only the callers of a failed computation get its error', async () => {
  const share = singleFlight<string>();
  const failing = share('a', async () => {
    await pause(5);
    throw new Error('the database is unavailable');
  });
  const after = share('a', async () => 'back');
  const other = share('b', async () => 'other');
  await expect(failing).rejects.toThrow('unavailable');
  expect(await after).toBe('back');
  expect(await other).toBe('other');
});
