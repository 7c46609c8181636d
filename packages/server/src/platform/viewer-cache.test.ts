import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClock } from './clock.ts';
import type { AppContext, Viewer } from './context.ts';
import type { Db } from './db/db.ts';
import { invalidateViewers, resolveViewer } from './viewer-cache.ts';

const ann = { id: 'ann' } as Viewer;

/** A context and a fake session whose lookups are counted; `valid = false` ends the session. */
function app() {
  const clock = fakeClock(new Date('2026-03-02T10:00:00Z'));
  const ctx = { db: {} as Db, clock } as unknown as AppContext;
  const session = { valid: true, lookups: 0, duringLookup: () => {} };
  const resolve = (token = 'a token') =>
    resolveViewer(
      ctx,
      async () => {
        session.lookups += 1;
        const found = session.valid ? ann : null;
        await Promise.resolve();
        session.duringLookup();
        return found;
      },
      token,
    );
  return { ctx, clock, session, resolve };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the viewer of a token', () => {
  test('is cached for a moment', async () => {
    const { session, resolve } = app();
    expect(await resolve()).toBe(ann);
    expect(await resolve()).toBe(ann);
    expect(session.lookups).toBe(1);
    await resolve('another token');
    expect(session.lookups).toBe(2);
  });

  test('is looked up again a quarter of a second later', async () => {
    const { session, resolve } = app();
    let passed = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    await resolve();
    session.valid = false;
    passed += 249;
    expect(await resolve()).toBe(ann);
    passed += 1;
    expect(await resolve()).toBeNull();
  });

  test('is looked up again when the clock has been set forward or back', async () => {
    const { clock, session, resolve } = app();
    await resolve();
    clock.advance(60_000);
    await resolve();
    clock.advance(-3_600_000);
    await resolve();
    expect(session.lookups).toBe(3);
  });

  test('is looked up again after the cache was invalidated', async () => {
    const { ctx, session, resolve } = app();
    await resolve();
    session.valid = false;
    invalidateViewers(ctx.db);
    expect(await resolve()).toBeNull();
  });

  test('is not cached if a session ended during the lookup [R06]', async () => {
    const { ctx, session, resolve } = app();
    session.duringLookup = () => {
      session.valid = false;
      invalidateViewers(ctx.db);
    };
    expect(await resolve()).toBe(ann);
    expect(await resolve()).toBeNull();
  });
});
