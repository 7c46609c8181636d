import { expect, test } from 'vitest';
import { singleFlight } from './single-flight.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('those who ask while work is under way share the next one, begun after they asked', async () => {
  const share = singleFlight<number>();
  let state = 1;
  let works = 0;
  const work = async () => {
    works += 1;
    const seen = state;
    await pause(5);
    return seen;
  };
  const first = share('a', work);
  state = 2;
  const later = [share('a', work), share('a', work), share('a', work)];
  expect(await first).toBe(1);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(works).toBe(2);
  state = 3;
  expect(await share('a', work)).toBe(3);
});

test('different things are worked out at once, and a failure is told to those alone who shared it', async () => {
  const share = singleFlight<string>();
  const failing = share('a', async () => {
    await pause(5);
    throw new Error('the database is away');
  });
  const after = share('a', async () => 'back');
  const other = share('b', async () => 'other');
  await expect(failing).rejects.toThrow('away');
  expect(await after).toBe('back');
  expect(await other).toBe('other');
});
