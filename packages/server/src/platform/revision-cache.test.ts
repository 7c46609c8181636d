import { describe, expect, test, vi } from 'vitest';
import { minute } from './clock.ts';
import { inRequest } from './db/timeouts.ts';
import { WaitBudget } from './db/wait-budget.ts';
import { cacheMemory, revisionCache, singleFlight } from './revision-cache.ts';

/** Counts loads; the value of each is its number. */
function countedLoads() {
  const state = { loads: 0 };
  const load = async () => {
    state.loads += 1;
    return state.loads;
  };
  return { state, load };
}

describe('a revision cache', () => {
  test('loads a value once per revision, even for concurrent calls', async () => {
    const cache = revisionCache<number>(() => 1);
    const { state, load } = countedLoads();
    expect(await Promise.all(Array.from({ length: 20 }, () => cache.load('a', 1, load)))).toEqual(
      Array(20).fill(1),
    );
    expect(await cache.load('a', 1, load)).toBe(1);
    expect(await cache.load('a', 2, load)).toBe(2);
    expect(await cache.load('b', 2, load)).toBe(3);
    expect(state.loads).toBe(3);
  });

  test('neither ends a shared load with the request that started it, nor makes a request wait longer than it may', async () => {
    const cache = revisionCache<number>(() => 1);
    const loaded = Promise.withResolvers<number>();
    const load = () => cache.load('a', 1, () => loaded.promise);
    const starter = expect(inRequest(new WaitBudget(20), load)).rejects.toThrow();
    const patient = load();
    const spent = expect(inRequest(new WaitBudget(0), load)).rejects.toThrow();
    await Promise.all([starter, spent]);
    loaded.resolve(1);
    expect(await patient).toBe(1);
  });

  test('never returns the value of another revision', async () => {
    const cache = revisionCache<number>(() => 1);
    cache.set('a', '7', 1);
    expect(cache.get('a', '7')).toBe(1);
    expect([cache.get('a', '6'), cache.get('a', '8'), cache.get('b', '7')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keeps a value usable while it is refreshed, and if that fails', async () => {
    const cache = revisionCache<number>(() => 1);
    cache.set('a', 1, 1);
    const next = Promise.withResolvers<number>();
    const refreshed = cache.refresh('a', 1, () => next.promise);
    expect(cache.get('a', 1)).toBe(1);
    next.resolve(2);
    expect(await refreshed).toBe(2);
    expect(cache.get('a', 1)).toBe(2);
    await expect(cache.refresh('a', 1, () => Promise.reject(new Error('unavailable')))).rejects.toThrow();
    expect(cache.get('a', 1)).toBe(2);
  });

  test('does not cache errors and values without a size', async () => {
    const cache = revisionCache<string>((value) => (value === 'failed' ? null : 1));
    await expect(cache.load('a', 1, () => Promise.reject(new Error('unavailable')))).rejects.toThrow();
    expect(await cache.load('a', 1, async () => 'failed')).toBe('failed');
    expect(await cache.load('a', 1, async () => 'well')).toBe('well');
  });

  test('shares its limit with other caches, never exceeds it, and evicts the least recently used first [R65]', async () => {
    const memory = cacheMemory(1000);
    const cache = revisionCache<number>((size) => size, memory);
    const second = revisionCache<number>((size) => size, memory);
    cache.set('first', 1, 300);
    for (let number = 0; number < 1000; number += 1) {
      expect(cache.get('first', 1)).toBe(300);
      (number % 2 === 0 ? cache : second).set(`other ${number}`, 1, 300);
      expect(second.get('first', 1)).toBeUndefined();
      expect(memory.calculatedSize).toBeLessThanOrEqual(1000);
    }
    cache.set('too large', 1, 2000);
    expect(cache.get('too large', 1)).toBeUndefined();
    expect(memory.calculatedSize).toBeLessThanOrEqual(1000);
  });

  test('drops what nobody has asked for in five minutes, and has the memory of much collected [R65]', () => {
    vi.useFakeTimers();
    try {
      const collect = vi.fn();
      const memory = cacheMemory(1000, collect);
      const cache = revisionCache<number>((size) => size, memory);
      // For lru-cache, what is set at zero has no age.
      vi.advanceTimersByTime(1);
      cache.set('asked for', 1, 200);
      cache.set('forgotten', 1, 300);
      vi.advanceTimersByTime(4 * minute);
      expect(cache.get('asked for', 1)).toBe(200);
      expect(collect).not.toHaveBeenCalled();
      vi.advanceTimersByTime(4 * minute);
      expect(memory.calculatedSize).toBe(200);
      expect(collect).toHaveBeenCalledTimes(1);
      expect(cache.get('asked for', 1)).toBe(200);
      vi.advanceTimersByTime(10 * minute);
      expect(memory.calculatedSize).toBe(0);
      expect(collect).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

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
