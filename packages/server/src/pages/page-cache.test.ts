import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { fakeClock, minute } from '../platform/clock.ts';
import { cacheMemory } from '../platform/revision-cache.ts';
import { pageCache } from './page-cache.ts';
import type { SendablePage } from './sendable-page.ts';

function page(body: string, more: Partial<SendablePage> = {}): SendablePage {
  const identity = Buffer.from(body);
  const empty = Buffer.alloc(0);
  return {
    status: 200,
    location: null,
    scripts: [],
    etag: '',
    identity,
    br: empty,
    gzip: empty,
    size: identity.length,
    ...more,
  };
}

const clock = fakeClock(new Date('2026-03-02T10:00:00Z'));

/** Counts renderings; the body of each is its number. */
function countedRender() {
  const state = { renderings: 0 };
  const render = async () => {
    state.renderings += 1;
    return page(String(state.renderings));
  };
  return { state, render };
}
const bodyOf = ({ identity }: SendablePage) => identity.toString();

describe('the page cache', () => {
  test('renders a page once per revision, even for concurrent requests', async () => {
    const cache = pageCache<SendablePage>(clock);
    const { state, render } = countedRender();
    await Promise.all(Array.from({ length: 20 }, () => cache.get('/a', '1', render)));
    await cache.get('/a', '1', render);
    expect(state.renderings).toBe(1);
    expect(bodyOf(await cache.get('/a', '2', render))).toBe('2');
    expect(bodyOf(await cache.get('/a', '3', render))).toBe('3');
  });

  test('renders a page again in the background after a minute, and before sending after ten minutes', async () => {
    const cache = pageCache<SendablePage>(clock);
    const { state, render } = countedRender();
    await cache.get('/a', '1', render);
    clock.advance(minute);
    expect(bodyOf(await cache.get('/a', '1', render))).toBe('1');
    expect(state.renderings).toBe(2);
    await setImmediate();
    expect(bodyOf(await cache.get('/a', '1', render))).toBe('2');
    clock.advance(10 * minute);
    expect(bodyOf(await cache.get('/a', '1', render))).toBe('3');
    // A clock that goes back does not extend a page's lifetime.
    clock.advance(-60 * minute);
    expect(bodyOf(await cache.get('/a', '1', render))).toBe('4');
  });

  test('renders one page at a time in the background', async () => {
    const cache = pageCache<SendablePage>(clock);
    const { state, render } = countedRender();
    await Promise.all(['/a', '/b', '/c'].map((path) => cache.get(path, '1', render)));
    clock.advance(minute);
    const next = Promise.withResolvers<SendablePage>();
    const bodies = ['/a', '/b', '/c'].map(async (path) =>
      bodyOf(
        await cache.get(path, '1', () => {
          state.renderings += 1;
          return next.promise;
        }),
      ),
    );
    expect(await Promise.all(bodies)).toEqual(['1', '2', '3']);
    expect(state.renderings).toBe(4);
    next.resolve(page('4'));
    await setImmediate();
    expect(bodyOf(await cache.get('/a', '1', render))).toBe('4');
    await cache.get('/b', '1', render);
    expect(state.renderings).toBe(5);
  });

  test('does not cache failures, thrown or rendered', async () => {
    const cache = pageCache<SendablePage>(clock);
    const failing = () => Promise.reject(new Error('unavailable'));
    await expect(cache.get('/a', '1', failing)).rejects.toThrow('unavailable');
    await cache.get('/a', '1', async () => page('500', { status: 500 }));
    expect(bodyOf(await cache.get('/a', '1', async () => page('well')))).toBe('well');
    expect(bodyOf(await cache.get('/a', '1', failing))).toBe('well');
  });

  test('never exceeds its size limit, and evicts the least recently used page first [R65]', async () => {
    const memory = cacheMemory(1000);
    const cache = pageCache<SendablePage>(clock, memory);
    const { state, render } = countedRender();
    const large = async () => page('x'.repeat(300));
    await cache.get('/first', '1', large);
    for (let number = 0; number < 10_000; number += 1) {
      if (number % 2 === 0) await cache.get('/first', '1', render);
      await cache.get(`/${number}`, '1', large);
      expect(memory.calculatedSize).toBeLessThanOrEqual(1000);
    }
    expect(state.renderings).toBe(0);
    await cache.get('/too-large', '1', async () => page('x'.repeat(2000)));
    expect(memory.calculatedSize).toBeLessThanOrEqual(1000);
  });
});
