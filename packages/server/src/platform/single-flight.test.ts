import { expect, test } from 'vitest';
import { singleFlight } from './revision-cache.ts';

test('calls with the same key share a running computation; the next call starts another', async () => {
  const share = singleFlight<number>();
  const first = Promise.withResolvers<number>();
  let runs = 0;
  const work = () => {
    runs += 1;
    return first.promise;
  };
  const all = [share('a 1', work), share('a 1', work), share('a 1', work)];
  const changed = share('a 2', async () => 2);
  first.resolve(1);
  expect(await Promise.all(all)).toEqual([1, 1, 1]);
  expect(await changed).toBe(2);
  expect(runs).toBe(1);
  expect(await share('a 1', async () => 3)).toBe(3);
});

test('callers of a failed computation get its error, and the next call works', async () => {
  const share = singleFlight<string>();
  const failing = async () => {
    throw new Error('the database is unavailable');
  };
  const all = [share('a', failing), share('a', failing)];
  expect(await share('b', async () => 'other')).toBe('other');
  for (const one of all) await expect(one).rejects.toThrow('unavailable');
  expect(await share('a', async () => 'back')).toBe('back');
});
