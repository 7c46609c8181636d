import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { stallingProxy } from '../../testing/stalling-proxy.ts';
import { openDatabase, sql, transaction } from './db.ts';
import { fromDatabase } from './db-errors.ts';
import { SilenceWatch } from './silence-watch.ts';
import { inBackground } from './timeouts.ts';

const never = () => new Promise<never>(() => {});
const refused = 'Error: The database does not respond';

const turn = async () => {
  await setImmediate();
  await setImmediate();
};

async function ticks(count: number) {
  for (let tick = 0; tick < count; tick += 1) {
    vi.advanceTimersByTime(100);
    await turn();
  }
}

/** A watch whose probes are resolved by the test, and the outcomes of waits that it was asked for. */
function watched() {
  const probes: PromiseWithResolvers<void>[] = [];
  const watch = new SilenceWatch(() => {
    const probe = Promise.withResolvers<void>();
    probes.push(probe);
    return probe.promise;
  });
  const outcomes: string[] = [];
  const wait = (start: () => Promise<unknown> = never) =>
    void watch.wait(start).then(
      () => outcomes.push('answered'),
      (error) => outcomes.push(String(error)),
    );
  return { watch, probes, outcomes, wait };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => vi.useRealTimers());

test('every wait fails after a second without a response, and later ones at once, until a probe is answered [R55]', async () => {
  const { probes, outcomes, wait } = watched();
  wait();
  await ticks(9);
  wait();
  expect([probes.length, outcomes]).toEqual([1, []]);
  await ticks(1);
  expect(outcomes).toEqual([refused, refused]);
  const start = vi.fn(never);
  wait(start);
  await turn();
  expect(outcomes).toHaveLength(3);
  expect(start).not.toHaveBeenCalled();
  // A connection may be dead, so another probe follows each that failed.
  probes[0]?.reject(new Error('timeout expired'));
  await turn();
  await ticks(1);
  expect(probes).toHaveLength(2);
  probes[1]?.resolve();
  await turn();
  wait(() => Promise.resolve());
  await turn();
  expect(outcomes.at(-1)).toBe('answered');
});

test('a slow statement is waited for while the database responds otherwise', async () => {
  const { watch, probes, outcomes, wait } = watched();
  wait();
  await ticks(9);
  watch.heard();
  await ticks(9);
  probes[0]?.resolve();
  await ticks(9);
  probes[1]?.resolve();
  await ticks(1);
  expect([probes.length, outcomes]).toEqual([2, []]);
});

test('nothing is asked of a database that nobody waits for', async () => {
  const { probes, wait } = watched();
  wait(() => Promise.resolve());
  await ticks(50);
  expect(probes).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a silent database fails statements, connections and commits of requests, and no background work [R55]', async () => {
  const { host, port, user, password, database } = inject('database');
  const proxy = await stallingProxy({ host, port });
  const connection = { host: '127.0.0.1', port: proxy.port, user, password, database };
  const { db, pool, close } = openDatabase(connection, { max: 2 });
  const fails = (work: Promise<unknown>) =>
    expect(work.catch((error) => Promise.reject(fromDatabase(error)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  const select = (what: string) => sql`select ${sql.lit(what)}`.execute(db);
  try {
    await Promise.all([select('a'), select('b'), inBackground(() => select('c'))]);
    const committing = Promise.withResolvers<void>();
    const committed = transaction(db, async (tx) => {
      await sql`select 1`.execute(tx);
      await committing.promise;
    });
    await vi.waitFor(() => expect(pool.idleCount).toBe(1));
    await turn();
    proxy.stall();
    committing.resolve();
    const background = fails(inBackground(() => select('d')));
    const waiting = [committed, select('e'), select('f')].map(fails);
    await ticks(10);
    await Promise.all(waiting);
    await fails(select('g'));
    await proxy.resume();
    await background;
    await vi.waitFor(async () => {
      await ticks(1);
      await select('h');
    });
  } finally {
    await close();
  }
});
