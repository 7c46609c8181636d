import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { secondApp } from '../../testing/more-apps.ts';
import { testApp } from '../../testing/test-app.ts';
import { type Db, sql, transaction } from '../db/db.ts';
import { fact } from './emit.ts';
import { defineEvent } from './event.ts';
import { eventRunner } from './event-runner.ts';
import { defineListener, on } from './listener.ts';
import { listFailures, replay } from './operations.queries.ts';
import { appendEvents } from './outbox.queries.ts';

const site = testApp();

const changed = defineEvent('test.changed', {
  payload: { thingId: z.uuid(), n: z.int() },
  subject: 'thingId',
  people: [],
});

/** A step in one of several open transactions. */
interface Act {
  does: 'begin' | 'change' | 'commit' | 'roll back' | 'die';
  tx: number;
  thing: number;
}
type Step = Act | { does: 'deliver' | 'wait' };

const transactions = 4;
const things = 3;
const act = (...does: [Act['does'], ...Act['does'][]]) =>
  fc.record({ does: fc.constantFrom(...does), tx: fc.nat(transactions - 1), thing: fc.nat(things - 1) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: act('begin') },
  { weight: 6, arbitrary: act('change') },
  { weight: 3, arbitrary: act('commit') },
  { weight: 1, arbitrary: act('roll back', 'die') },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('deliver' as const, 'wait' as const) }) },
);

/** Begins a transaction and assigns its transaction id immediately, before it changes anything. */
async function begin(db: Db) {
  const open = await db.startTransaction().execute();
  const { rows } = await sql<{ pid: number }>`
    select pg_backend_pid() as pid, pg_current_xact_id()`.execute(open);
  return { open, pid: rows[0]?.pid ?? 0 };
}

/** Changes a thing under its lock, and emits its new number; false when another transaction has the lock. */
async function change(db: Db, thingId: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    update things set n = n + 1
    where id = (select id from things where id = ${thingId} for update skip locked) returning n`.execute(db);
  if (rows[0] === undefined) return false;
  await appendEvents(db, [fact(changed, { thingId, n: rows[0].n })], site.clock.now());
  return true;
}

type Open = Map<number, Awaited<ReturnType<typeof begin>>>;

async function perform(db: Db, open: Open, { does, tx, thing }: Act, ids: string[]): Promise<void> {
  const begins = does === 'begin' || does === 'change';
  const running = open.get(tx) ?? (begins ? await begin(db) : undefined);
  if (running === undefined) return;
  open.set(tx, running);
  if (does === 'change') await change(running.open, ids[thing] ?? '');
  if (begins) return;
  open.delete(tx);
  if (does === 'commit') await running.open.commit().execute();
  else {
    if (does === 'die') await sql`select pg_terminate_backend(${running.pid}, 10000)`.execute(db);
    await running.open
      .rollback()
      .execute()
      .catch(() => {});
  }
}

/** The numbers that a listener has received for each thing. */
type Received = Map<string, number[]>;
const recorder = (name: string, received: Received, fails: (n: number) => boolean = () => false) =>
  defineListener(name, [
    on(changed, async ({ payload: { thingId, n } }) => {
      if (fails(n)) throw new Error('not now');
      received.set(thingId, [...(received.get(thingId) ?? []), n]);
    }),
  ]);

test('with late commits, rollbacks and crashes, each listener receives exactly the committed events, in order [P15]', async () => {
  const { db } = site.ctx;
  await sql`create table things (id uuid primary key, n integer not null default 0)`.execute(db);
  const second = await secondApp(site);
  const runners = [eventRunner(site.ctx), eventRunner({ ...site.ctx, db: second.ctx.db })];
  const [steady, unsteady]: [Received, Received] = [new Map(), new Map()];
  let seed = 1;
  // Fails about every third time, for any event.
  const random = () => {
    seed = (seed * 48271) % 2147483647;
    return seed % 3 === 0;
  };
  for (const runner of runners) {
    runner.listen(recorder('steady', steady));
    runner.listen(recorder('unsteady', unsteady, random));
  }
  const deliver = () => Promise.all(runners.map((runner) => runner.runAll()));
  let committed = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const ids = Array.from({ length: things }, () => randomUUID());
      await sql`insert into things (id) select unnest(${ids}::uuid[])`.execute(db);
      const open: Open = new Map();
      for (const one of steps) {
        if ('tx' in one) await perform(db, open, one, ids);
        else if (one.does === 'deliver') await deliver();
        else site.clock.advance(3_600_000);
      }
      for (const { open: running } of open.values()) await running.commit().execute();
      // An event that fails every third time is never set aside, since it has ten attempts.
      for (let failures = 1; failures > 0; ) {
        await deliver();
        site.clock.advance(3_600_000);
        failures = (await listFailures(db, 100)).length;
      }
      const { rows } = await sql<{ id: string; n: number }>`
        select id, n from things where id = any(${ids}::uuid[])`.execute(db);
      for (const { id, n } of rows) {
        const all = Array.from({ length: n }, (_, index) => index + 1);
        expect({ steady: steady.get(id) ?? [], unsteady: unsteady.get(id) ?? [] }).toEqual({
          steady: all,
          unsteady: all,
        });
        committed += n;
      }
    }),
    { numRuns: 25 },
  );
  // Guards against a property that holds only because nothing happened.
  expect(committed).toBeGreaterThan(50);

  const before = new Map(steady);
  steady.clear();
  await transaction(db, (one) => replay(one, 'steady', 1));
  await deliver();
  expect(steady).toEqual(before);
  await Promise.all(runners.map((runner) => runner.stop()));
  await second.close();
});

test('a cause precedes its effect in the log, though its transaction began later and an older one is still open', async () => {
  const { db } = site.ctx;
  await sql`create table if not exists things (id uuid primary key, n integer not null default 0)`.execute(
    db,
  );
  const id = randomUUID();
  await sql`insert into things (id) values (${id})`.execute(db);
  const received: Received = new Map();
  const runner = eventRunner(site.ctx);
  runner.listen(recorder('causes', received));
  // Transaction ids increase in this order; the second event of the thing comes from the lowest one.
  const [effect, idle, cause] = [await begin(db), await begin(db), await begin(db)];
  await change(cause.open, id);
  await cause.open.commit().execute();
  await change(effect.open, id);
  await effect.open.commit().execute();
  await runner.runAll();
  expect(received.get(id)).toEqual([1, 2]);
  await idle.open.rollback().execute();
  await runner.stop();
});
