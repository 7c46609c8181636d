import * as library from '@inkling/contract/library';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { minute } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { type Action, historyOf, type Step } from '../testing/offline-history.ts';
import { Expected } from '../testing/offline-model.ts';
import { type OfflineReaders, offlineReaders, stateOf } from '../testing/offline-readers.ts';
import { giveTime } from '../testing/reading-time.ts';
import { type Person, testApp } from '../testing/test-app.ts';

// Runs the web's own queue against the server: several devices of a reader, whose network fails now and then.

const site = testApp();
let readers: OfflineReaders;

beforeAll(async () => {
  readers = await offlineReaders(site);
  // Each device has a lock of its own, as in a browser; here they would wait for each other.
  vi.spyOn(navigator.locks, 'request').mockImplementation((_name, work) =>
    Promise.resolve((work as () => unknown)()),
  );
});
afterAll(() => void vi.restoreAllMocks());

/** What the server has counted for the reader. */
async function countedFor(reader: Person) {
  const [entry] = (await site.as(reader).call(library.getMyLibrary, {})).body.data;
  const { rows } = await sql<{ words: number; annotations: number }>`
    select (select coalesce(sum(words), 0)::int from reading_days where user_id = ${reader.id}) as words,
      (select count(*)::int from annotations where user_id = ${reader.id} and deleted_at is null) as annotations`.execute(
    site.ctx.db,
  );
  return { progress: entry?.progress ?? 0, ...rows[0] };
}

/** Plays a history on this many devices; in the end all of them must show what the model expects. */
async function converges(count: number, steps: Step[]): Promise<Expected> {
  const { person, devices, others } = await readers.reader(count);
  const expected = new Expected();
  await readers.play(devices, steps, expected);
  site.clock.advance(minute);
  // All of them come back at the same moment, and see each other's changes when all have sent theirs.
  await Promise.all(devices.map((device) => device.sync()));
  for (const device of devices) await device.sync();
  const state = expected.state(readers.chapters);
  for (const device of devices) {
    expect(device.refused).toEqual([]);
    expect(device.waiting).toBe(0);
    expect(stateOf(device.shown(), others)).toEqual(state);
  }
  expect((await countedFor(person)).words).toBe(0);
  const ids = readers.chapters.map(({ id }) => id);
  await giveTime(site, person, ids);
  expect(await countedFor(person)).toEqual({
    progress: expected.progress,
    words: expected.words(readers.chapters),
    annotations: state.count,
  });
  return expected;
}

describe('three devices of a reader', () => {
  test('show the same in the end, whatever was done on them, lost and repeated [U21]', async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(3, 24), async (steps) => void (await converges(3, steps))),
      { numRuns: 25 },
    );
  });

  const step = (device: number, does: Step['does'], networks: Step['networks'] = []): Step => ({
    device,
    pause: 1000,
    does,
    networks,
  });
  const fields = { note: 'ash', color: 'green', title: 'Ash', tags: [] };
  const create: Action = { kind: 'create', list: 'highlights', passage: 0, fields };
  const [goOffline, goOnline] = [{ turns: 'offline' }, { turns: 'online' }] as const;
  const countOf = (expected: Expected) => expected.state(readers.chapters).count;

  test('an annotation whose response was lost, and that another device deleted, is not reported as refused', async () => {
    const expected = await converges(2, [
      step(0, { action: create }, ['lost']),
      step(1, goOffline),
      step(1, goOnline),
      step(1, { action: { kind: 'delete', chosen: 0 } }),
    ]);
    expect(countOf(expected)).toBe(0);
  });

  test('a change waits until what it changes has been created', async () => {
    const expected = await converges(1, [
      step(0, { action: create }, ['fails']),
      step(0, { action: { kind: 'edit', chosen: 0, fields: { note: 'elm' } } }, ['fails']),
    ]);
    expect(countOf(expected)).toBe(1);
  });
});

describe('one device', () => {
  test('shows what the server will have once everything is sent', async () => {
    await fc.assert(
      fc.asyncProperty(historyOf(1, 16), async (steps) => {
        const { devices, others } = await readers.reader(1);
        const [device] = devices;
        const expected = new Expected();
        await readers.play(devices, steps, expected);
        const before = device && stateOf(device.shown(), others);
        expect(before).toEqual(expected.state(readers.chapters));
        await device?.sync();
        expect(device && stateOf(device.shown(), others)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});
