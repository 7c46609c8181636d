import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeClock } from './clock.ts';
import type { Viewer } from './context.ts';
import type { Db } from './db/db.ts';
import { invalidateViewers, resolveViewer } from './viewer-cache.ts';

const ann = { viewer: { id: 'ann' } as Viewer, tokenHash: Buffer.alloc(32) };

/** An app whose log-ins can be ended, and how often it looked one up. */
function app() {
  const clock = fakeClock(new Date('2026-03-02T10:00:00Z'));
  const ctx = { db: {} as Db, clock };
  const door = { open: true, asked: 0, meanwhile: () => {} };
  const ask = (token = 'a token') =>
    resolveViewer(ctx, token, async () => {
      door.asked += 1;
      const response = door.open ? ann : null;
      await Promise.resolve();
      door.meanwhile();
      return response;
    });
  return { ctx, clock, door, ask };
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('who a token belongs to', () => {
  test('is not looked up again at once', async () => {
    const { door, ask } = app();
    expect(await ask()).toBe(ann);
    expect(await ask()).toBe(ann);
    expect(door.asked).toBe(1);
    await ask('another token');
    expect(door.asked).toBe(2);
  });

  test('is looked up again a quarter of a second later', async () => {
    const { door, ask } = app();
    let passed = 1000;
    vi.spyOn(performance, 'now').mockImplementation(() => passed);
    await ask();
    door.open = false;
    passed += 249;
    expect(await ask()).toBe(ann);
    passed += 1;
    expect(await ask()).toBeNull();
  });

  test('is looked up again when the time of day has been set, ahead or back', async () => {
    const { clock, door, ask } = app();
    await ask();
    clock.advance(60_000);
    await ask();
    clock.advance(-3_600_000);
    await ask();
    expect(door.asked).toBe(3);
  });

  test('counts no more as soon as it is forgotten', async () => {
    const { ctx, door, ask } = app();
    await ask();
    door.open = false;
    invalidateViewers(ctx.db);
    expect(await ask()).toBeNull();
  });

  test('is not kept when a log-in ended while it was looked up', async () => {
    const { ctx, door, ask } = app();
    door.meanwhile = () => {
      door.open = false;
      invalidateViewers(ctx.db);
    };
    expect(await ask()).toBe(ann);
    expect(await ask()).toBeNull();
  });
});
