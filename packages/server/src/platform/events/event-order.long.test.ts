import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { secondApp } from '../../testing/more-apps.ts';
import { testApp } from '../../testing/test-app.ts';
import { type Db, sql, transaction } from '../db/db.ts';
import { inBackground } from '../db/timeouts.ts';
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

/** A listener that stores the numbers that it receives of each thing. */
const recorder = (name: string, fails: (n: number) => boolean = () => false) =>
  defineListener(name, [
    on(changed, async ({ payload: { thingId, n } }, tx) => {
      await sql`insert into received (listener, thing, n) values (${name}, ${thingId}, ${n})`.execute(tx);
      if (fails(n)) throw new Error('not now');
    }),
  ]);
const receivedBy = async (name: string, ids: string[]) => {
  const { rows } = await sql<{ thing: string; numbers: number[] }>`
    select thing, array_agg(n order by id) as numbers from received
    where listener = ${name} and thing = any(${ids}::uuid[]) group by thing`.execute(site.ctx.db);
  return new Map(rows.map(({ thing, numbers }) => [thing, numbers]));
};
beforeAll(async () => {
  const { db } = site.ctx;
  await sql`create table things (id uuid primary key, n integer not null default 0)`.execute(db);
  await sql`create table received (
    id integer generated always as identity, listener text, thing uuid, n integer)`.execute(db);
});

/** Has the answer to a commit get lost when `isLost`, as if the connection ended: nobody knows then that it happened. */
function loseAnswers(pool: pg.Pool, isLost: () => boolean): void {
  const losing = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (losing.has(client)) return;
    losing.add(client);
    const query = client.query.bind(client) as (config: pg.QueryConfig) => Promise<unknown>;
    const queryAndLose = async (config: pg.QueryConfig) => {
      const answer = await query(config);
      if (config.text === 'commit' && isLost()) throw new Error('The connection ended.');
      return answer;
    };
    Object.assign(client, { query: queryAndLose });
  });
}

test('with late commits, rollbacks, crashes and lost answers, each listener receives exactly the committed events, in order [P15]', async () => {
  const { db } = site.ctx;
  const second = await secondApp(site);
  const runners = [eventRunner(site.ctx), eventRunner({ ...site.ctx, db: second.ctx.db })];
  let seed = 1;
  // About one time in so many.
  const random = (many: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % many === 0;
  };
  let [isLossy, lost] = [true, 0];
  // The first process's background work alone loses answers.
  loseAnswers(site.database.background, () => {
    const isLost = isLossy && random(4);
    if (isLost) lost += 1;
    return isLost;
  });
  for (const runner of runners) {
    runner.listen(recorder('steady'));
    runner.listen(recorder('unsteady', () => random(3)));
    runner.listen(recorder('seldom fails', () => random(20)));
  }
  const deliver = () =>
    Promise.all(
      runners.map((runner) =>
        inBackground(() => runner.runAll()).catch((error: Error) =>
          expect(error.message).toBe('The connection ended.'),
        ),
      ),
    );
  let committed = 0;

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const ids = Array.from({ length: things }, () => randomUUID());
      await sql`insert into things (id) select unnest(${ids}::uuid[])`.execute(db);
      const open: Open = new Map();
      isLossy = true;
      for (const one of steps) {
        if ('tx' in one) await perform(db, open, one, ids);
        else if (one.does === 'deliver') await deliver();
        else site.clock.advance(3_600_000);
      }
      for (const { open: running } of open.values()) await running.commit().execute();
      await deliver();
      isLossy = false;
      // An event that fails every third time is never set aside, since it has ten attempts.
      for (let failures = 1; failures > 0; ) {
        await deliver();
        site.clock.advance(3_600_000);
        failures = (await listFailures(db, 100)).length;
      }
      const { rows } = await sql<{ id: string; n: number }>`
        select id, n from things where id = any(${ids}::uuid[]) and n > 0`.execute(db);
      const all = new Map(rows.map(({ id, n }) => [id, Array.from({ length: n }, (_, index) => index + 1)]));
      for (const name of ['steady', 'unsteady', 'seldom fails'])
        expect(await receivedBy(name, ids)).toEqual(all);
      for (const { n } of rows) committed += n;
    }),
    { numRuns: 25 },
  );
  // Guards against a property that holds only because nothing happened.
  expect(committed).toBeGreaterThan(50);
  expect(lost).toBeGreaterThan(20);

  const { rows } = await sql<{ id: string }>`select id from things`.execute(db);
  const ids = rows.map(({ id }) => id);
  const before = await receivedBy('steady', ids);
  await sql`delete from received`.execute(db);
  await transaction(db, (one) => replay(one, 'steady', 1));
  await deliver();
  expect(await receivedBy('steady', ids)).toEqual(before);
  await Promise.all(runners.map((runner) => runner.stop()));
  await second.close();
});

test('a cause precedes its effect in the log, though its transaction began later and an older one is still open', async () => {
  const { db } = site.ctx;
  const id = randomUUID();
  await sql`insert into things (id) values (${id})`.execute(db);
  const runner = eventRunner(site.ctx);
  runner.listen(recorder('causes'));
  // Transaction ids increase in this order; the second event of the thing comes from the lowest one.
  const [effect, idle, cause] = [await begin(db), await begin(db), await begin(db)];
  await change(cause.open, id);
  await cause.open.commit().execute();
  await change(effect.open, id);
  await effect.open.commit().execute();
  await runner.runAll();
  expect((await receivedBy('causes', [id])).get(id)).toEqual([1, 2]);
  await idle.open.rollback().execute();
  await runner.stop();
});
