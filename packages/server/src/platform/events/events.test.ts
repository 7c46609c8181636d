import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { secondApp } from '../../testing/more-apps.ts';
import { testApp } from '../../testing/test-app.ts';
import { backgroundWork } from '../background.ts';
import { afterCommit, sql, transaction } from '../db/db.ts';
import { pgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { eventRunner } from './event-runner.ts';
import { defineListener, on, together } from './listener.ts';
import { listenerStatus, listFailures, replay, retrySetAside } from './operations.queries.ts';
import { listOutbox } from './outbox.queries.ts';

const site = testApp();

const counted = defineEvent('test.counted', {
  payload: { thingId: z.uuid(), n: z.int() },
  subject: 'thingId',
  people: [],
});
const ignored = defineEvent('test.ignored', {
  payload: { thingId: z.uuid() },
  subject: 'thingId',
  people: [],
});

const send = (thingId: string, ...ns: number[]) =>
  transaction(site.ctx.db, (tx) => emit(site.ctx, tx, counted, ...ns.map((n) => ({ thingId, n }))));

let listeners = 0;
/** Registers a listener for one test, which records the events delivered to it. */
function listening(
  handle: (n: number, thing: string) => void | Promise<void> = () => {},
  options: Parameters<typeof defineListener>[2] = { startAt: 'now' },
) {
  listeners += 1;
  const name = `test ${listeners}`;
  const seen: [string, number][] = [];
  const of = (thing: string) => seen.filter(([id]) => id === thing).map(([, n]) => n);
  const handler = on(counted, async ({ payload: { thingId, n } }, tx) => {
    await handle(n, thingId);
    afterCommit(tx, () => seen.push([thingId, n]));
  });
  site.ctx.events.listen(defineListener(name, [handler], options));
  return { name, of, seen };
}
const failing = (...ns: number[]) => ({
  ns: new Set(ns),
  handle(n: number) {
    if (this.ns.has(n)) throw new Error(`not\0 ${n}`);
  },
});
const statusOf = async (name: string) =>
  (await listenerStatus(site.ctx.db)).find(({ listener }) => listener === name);
const failuresOf = async (name: string) =>
  (await listFailures(site.ctx.db, 100)).filter(({ listener }) => listener === name);
const hours = (count: number) => site.clock.advance(count * 3_600_000);

test('an event exists only after its transaction commits, and commit handlers then run immediately', async () => {
  const { of } = listening();
  await site.runEvents();
  const handled: number[] = [];
  site.ctx.events.onCommit(counted, ({ n }) => void handled.push(n));
  const thing = randomUUID();
  const failed = transaction(site.ctx.db, async (tx) => {
    await emit(site.ctx, tx, counted, { thingId: thing, n: 1 });
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await transaction(site.ctx.db, async (tx) => {
    await emit(site.ctx, tx, counted, { thingId: thing, n: 2 });
    await site.runEvents();
    expect([handled, of(thing)]).toEqual([[], []]);
  });
  expect([handled, of(thing)]).toEqual([[2], []]);
  await site.runEvents();
  expect([handled, of(thing)]).toEqual([[2], [2]]);
});

test('emit rejects a call outside a transaction and a payload that does not match the schema', async () => {
  const thingId = randomUUID();
  await expect(emit(site.ctx, site.ctx.db, counted, { thingId, n: 1 })).rejects.toThrow('transaction()');
  await expect(send('no id', 1)).rejects.toThrow();
  expect(() => afterCommit(site.ctx.db, () => {})).toThrow('transaction()');
});

test('a commit handler that throws affects neither the request nor the other handlers', async () => {
  const handled: number[] = [];
  const thing = randomUUID();
  site.ctx.events.onCommit(counted, ({ thingId }) => {
    if (thingId === thing) throw new Error('no connection');
  });
  site.ctx.events.onCommit(counted, ({ n, thingId }) => void (thingId === thing && handled.push(n)));
  await send(thing, 1, 2);
  expect(handled).toEqual([1, 2]);
  await site.runEvents();
});

test('an event that fails ten times is set aside and blocks only its own subject until it is retried [P15]', async () => {
  const faults = failing(2);
  const { name, of } = listening((n) => faults.handle(n));
  const [bad, good] = [randomUUID(), randomUUID()];
  await site.runEvents();
  await send(bad, 1, 2, 3);
  await send(good, 1, 3);
  expect(await site.runEvents()).toMatchObject({ failed: 1 });
  expect([of(bad), of(good)]).toEqual([[1], [1, 3]]);
  expect(await statusOf(name)).toMatchObject({ behind: 0, retrying: 1, setAside: 0 });
  // Not retried before it is due.
  expect(await site.runEvents()).toMatchObject({ failed: 0 });
  let failed = 1;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    hours(1);
    failed += (await site.runEvents()).failed;
  }
  expect(failed).toBe(10);
  expect(await failuresOf(name)).toEqual([
    expect.objectContaining({
      subject: bad,
      type: counted.type,
      attempts: 10,
      error: 'Error: not 2',
      retryAt: null,
    }),
  ]);
  expect(await statusOf(name)).toMatchObject({ behind: 0, retrying: 0, setAside: 1 });
  await send(bad, 4);
  await send(good, 4);
  await site.runEvents();
  expect([of(bad), of(good)]).toEqual([[1], [1, 3, 4]]);
  faults.ns.clear();
  expect(await retrySetAside(site.ctx.db, name, site.clock.now())).toBe(1);
  await site.runEvents();
  expect([of(bad), of(good)]).toEqual([
    [1, 2, 3, 4],
    [1, 3, 4],
  ]);
  expect(await failuresOf(name)).toEqual([]);
});

test('an event that waited behind a failed one has ten attempts of its own', async () => {
  const faults = failing(1, 2);
  const { name, of } = listening((n) => faults.handle(n));
  const thing = randomUUID();
  await site.runEvents();
  await send(thing, 1, 2, 3);
  await site.runEvents();
  hours(1);
  await site.runEvents();
  expect(await failuresOf(name)).toMatchObject([{ attempts: 2 }]);
  faults.ns.delete(1);
  hours(1);
  await site.runEvents();
  expect(of(thing)).toEqual([1]);
  expect(await failuresOf(name)).toMatchObject([{ attempts: 1, error: 'Error: not 2' }]);
  faults.ns.clear();
  hours(1);
  await site.runEvents();
  expect(of(thing)).toEqual([1, 2, 3]);
});

test('a listener that always throws does not block other listeners', async () => {
  listening(() => {
    throw new Error('always');
  });
  const { of } = listening();
  await site.runEvents();
  const thing = randomUUID();
  await send(thing, 1, 2);
  await site.runEvents();
  expect(of(thing)).toEqual([1, 2]);
});

test("a handler's writes are committed with its cursor, and rolled back when it fails", async () => {
  await sql`create table written (n integer)`.execute(site.ctx.db);
  onTestFinished(async () => void (await sql`drop table written`.execute(site.ctx.db)));
  let fail = true;
  const thing = randomUUID();
  const writes = on(counted, async ({ payload }, tx) => {
    if (payload.thingId !== thing) return;
    await sql`insert into written values (${payload.n})`.execute(tx);
    if (fail) throw new Error('after the write');
  });
  site.ctx.events.listen(defineListener('writes', [writes], { startAt: 'now' }));
  await site.runEvents();
  await send(thing, 7);
  await site.runEvents();
  const written = async () => (await sql`select n from written`.execute(site.ctx.db)).rows;
  expect(await written()).toEqual([]);
  fail = false;
  hours(1);
  await site.runEvents();
  expect(await written()).toEqual([{ n: 7 }]);
});

test('events that have come together share a transaction and what works on all of them, until one fails', async () => {
  const faults = failing();
  const works: number[][] = [];
  const add = together<number>(async (ns, tx) => {
    for (const n of ns) faults.handle(n);
    afterCommit(tx, () => works.push(ns));
  });
  const adds = on(counted, ({ payload: { n } }, tx) => add(n, tx));
  site.ctx.events.listen(defineListener('together', [adds], { startAt: 'now' }));
  await site.runEvents();
  await send(randomUUID(), 1, 2);
  await send(randomUUID(), 3);
  await site.runEvents();
  expect(works.splice(0)).toEqual([[1, 2, 3]]);
  faults.ns.add(2);
  const bad = randomUUID();
  await send(bad, 2, 1);
  await send(randomUUID(), 3);
  await site.runEvents();
  expect(works.splice(0)).toEqual([[3]]);
  expect(await failuresOf('together')).toMatchObject([{ subject: bad, attempts: 1, error: 'Error: not 2' }]);
  // What waits for the failed event is left out of a transaction with others.
  await send(bad, 4);
  await send(randomUUID(), 5, 6);
  await site.runEvents();
  expect(works.splice(0)).toEqual([[5, 6]]);
  faults.ns.clear();
  hours(1);
  await site.runEvents();
  expect(works).toEqual([[2], [1], [4]]);
});

test('a transaction ends after a quarter of a second, and what is left is delivered next', async () => {
  const ids: string[] = [];
  const slow = on(counted, async (_event, tx) => {
    const { rows } = await sql<{ id: string }>`
      select pg_current_xact_id()::text as id, pg_sleep(0.15)`.execute(tx);
    afterCommit(tx, () => ids.push(rows[0]?.id ?? ''));
  });
  site.ctx.events.listen(defineListener('slow', [slow], { startAt: 'now' }));
  await site.runEvents();
  await send(randomUUID(), 1, 2, 3, 4, 5);
  await site.runEvents();
  expect(ids).toHaveLength(5);
  expect(new Set(ids).size).toBeGreaterThan(1);
});

test('a constraint that fails only at the commit counts as a failure of its event and blocks no other subject', async () => {
  const { db } = site.ctx;
  await sql`create table parents (id uuid primary key)`.execute(db);
  await sql`create table children (parent uuid references parents deferrable initially deferred)`.execute(db);
  onTestFinished(async () => void (await sql`drop table children, parents`.execute(db)));
  const bad = randomUUID();
  const seen: string[] = [];
  const inserts = on(counted, async ({ payload: { thingId } }, tx) => {
    if (thingId === bad) await sql`insert into children values (${thingId})`.execute(tx);
    else afterCommit(tx, () => seen.push(thingId));
  });
  site.ctx.events.listen(defineListener('defers', [inserts], { startAt: 'now' }));
  await site.runEvents();
  const good = randomUUID();
  await send(bad, 1);
  await send(good, 1);
  await site.runEvents();
  expect(seen).toEqual([good]);
  expect(await failuresOf('defers')).toMatchObject([{ subject: bad, error: 'database error 23503' }]);
});

test('a handler that never ends counts as a failure, and cannot use its connection afterwards', async () => {
  const late: Promise<unknown>[] = [];
  let resume = () => {};
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  let hang = true;
  const hangs = on(counted, async (_event, tx) => {
    if (!hang) return;
    late.push(resumed.then(() => sql`select 1`.execute(tx)));
    await new Promise(() => {});
  });
  site.ctx.events.listen(defineListener('hangs', [hangs], { startAt: 'now', timeout: 50 }));
  await site.runEvents();
  await send(randomUUID(), 1);
  await site.runEvents();
  resume();
  await expect(late[0]).rejects.toThrow();
  expect(await failuresOf('hangs')).toMatchObject([{ error: 'Error: The handler took longer than 50 ms.' }]);
  hang = false;
  hours(1);
  await site.runEvents();
  expect(await failuresOf('hangs')).toEqual([]);
});

test('a replay redelivers the events from a position on in the same order, and clears their failures', async () => {
  const faults = failing();
  const { name, of, seen } = listening((n) => faults.handle(n), {});
  const [one, other] = [randomUUID(), randomUUID()];
  await send(one, 1, 2);
  await send(other, 1);
  await site.runEvents();
  faults.ns.add(3);
  await send(one, 3, 4);
  await site.runEvents();
  const before = seen.splice(0);
  faults.ns.clear();
  expect(await replay(site.ctx.db, name, 1)).toBe(true);
  await site.runEvents();
  expect(seen.slice(0, before.length)).toEqual(before);
  expect([of(one), of(other)]).toEqual([[1, 2, 3, 4], [1]]);
  expect(await failuresOf(name)).toEqual([]);
  const { position = 0 } = (await statusOf(name)) ?? {};
  expect(await replay(site.ctx.db, name, position + 2)).toBe(false);
  expect(await replay(site.ctx.db, 'no such listener', 1)).toBe(false);
});

test('a new listener starts at the first event or at the next one, and receives only its own types', async () => {
  const thing = randomUUID();
  await send(thing, 1);
  await site.runEvents();
  const [all, next] = [listening(() => {}, {}), listening()];
  await site.runEvents();
  await transaction(site.ctx.db, (tx) => emit(site.ctx, tx, ignored, { thingId: thing }));
  await send(thing, 2);
  await site.runEvents();
  expect([all.of(thing), next.of(thing)]).toEqual([[1, 2], [2]]);
  expect(await statusOf(next.name)).toMatchObject({ behind: 0 });
});

test('two processes share a listener: each event is handled once', async () => {
  const second = await secondApp(site);
  onTestFinished(() => second.close());
  const seen: number[] = [];
  const listener = () =>
    defineListener('shared', [on(counted, async ({ payload: { n } }) => void seen.push(n))], {
      startAt: 'now',
    });
  const other = eventRunner({ ...site.ctx, db: second.ctx.db });
  site.ctx.events.listen(listener());
  other.listen(listener());
  await site.runEvents();
  const thing = randomUUID();
  const ns = Array.from({ length: 60 }, (_, n) => n);
  await send(thing, ...ns);
  await Promise.all([site.runEvents(), other.runAll()]);
  expect(seen).toEqual(ns);
  await other.stop();
});

test("a running process delivers its own and other processes' events, and can stop with events left", async () => {
  const runner = eventRunner(site.ctx);
  const seen: number[] = [];
  const arrived = new Map<number, () => void>();
  const arrival = (n: number) => new Promise<void>((resolve) => arrived.set(n, resolve));
  runner.listen(
    defineListener(
      'started',
      [
        on(counted, async ({ payload: { n } }) => {
          seen.push(n);
          arrived.get(n)?.();
        }),
      ],
      { startAt: 'now' },
    ),
  );
  const background = backgroundWork({
    ...site.ctx,
    jobs: pgBossJobs(site.database, site.ctx.log, 'tool'),
    events: runner,
  });
  const thing = randomUUID();
  // Committed before the start and not numbered yet: past for this listener, and no longer in the outbox.
  await send(thing, 0);
  await background.start();
  expect(await listOutbox(site.ctx.db)).toEqual([]);
  const [own, others] = [arrival(1), arrival(2)];
  await transaction(site.ctx.db, (tx) =>
    emit({ ...site.ctx, events: runner }, tx, counted, { thingId: thing, n: 1 }),
  );
  await own;
  await send(thing, 2);
  await others;
  await background.stop();
  await send(thing, 3);
  expect(seen).toEqual([1, 2]);
});

test('an event that arrives while its listener is running is delivered right after', async () => {
  const runner = eventRunner(site.ctx);
  onTestFinished(() => runner.stop());
  const [started, resumed, arrived] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const handler = on(counted, async ({ payload: { n } }) => {
    if (n === 2) return arrived?.resolve();
    started?.resolve();
    await resumed?.promise;
  });
  runner.listen(defineListener('busy', [handler], { startAt: 'now' }));
  await runner.start();
  const emitted = (n: number) =>
    transaction(site.ctx.db, (tx) =>
      emit({ ...site.ctx, events: runner }, tx, counted, { thingId: randomUUID(), n }),
    );
  await emitted(1);
  await started?.promise;
  await emitted(2);
  // A poll moves it to the log while the handler runs.
  await expect.poll(() => listOutbox(site.ctx.db)).toEqual([]);
  resumed?.resolve();
  await arrived?.promise;
});
