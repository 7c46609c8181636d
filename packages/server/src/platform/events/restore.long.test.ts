import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { copyDatabase, restoreCopy } from '../../process-tests/testing/database-copy.ts';
import { testApp } from '../../testing/test-app.ts';
import { afterCommit, type Db, openDatabase, sql, transaction } from '../db/db.ts';
import { freshDataFolder, openForTest } from '../db/embedded/testing/database-users.ts';
import { migrate } from '../db/migrate.ts';
import { pgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { eventRunner } from './event-runner.ts';
import { defineListener, on } from './listener.ts';
import { ensurePartitions } from './partitions.queries.ts';

const site = testApp();

const counted = defineEvent('test.counted', {
  payload: { thingId: z.uuid(), n: z.int() },
  subject: 'thingId',
  people: [],
});
const transactionId = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db);
  return Number(rows[0]?.xid);
};

test('after a restore into a cluster with lower transaction ids, each event is delivered exactly once [P15]', async () => {
  const thingId = randomUUID();
  const seen: number[] = [];
  let failing = true;
  const listener = () =>
    defineListener('restored', [
      on(counted, async ({ payload: { n } }, tx) => {
        if (n === 3 && failing) throw new Error('fails on purpose');
        afterCommit(tx, () => seen.push(n));
      }),
    ]);
  const send = (db: Db, runner: ReturnType<typeof eventRunner>, ...ns: number[]) =>
    transaction(db, (tx) =>
      emit({ ...site.ctx, events: runner }, tx, counted, ...ns.map((n) => ({ thingId, n }))),
    );
  const first = eventRunner(site.ctx);
  first.listen(listener());
  await ensurePartitions(site.ctx.db, site.clock.now());
  await send(site.ctx.db, first, 1, 2, 3, 4);
  await first.runAll();
  await first.stop();
  // Delivered: 1 and 2. Failed: 3, with 4 waiting for it. In the outbox: 5 and 6.
  await send(site.ctx.db, first, 5, 6);
  expect(seen).toEqual([1, 2]);
  // The old cluster's transaction counter is ahead of a new one's.
  for (let count = 0; count < 500; count += 1) await transactionId(site.ctx.db);
  const before = await transactionId(site.ctx.db);
  const copy = await copyDatabase(site.database.pool.options as pg.ClientConfig);

  const cluster = await openForTest(await freshDataFolder());
  const target = openDatabase(cluster.connection);
  onTestFinished(() => target.close());
  await migrate(target.db);
  const jobs = pgBossJobs(target, site.ctx.log, 'tool');
  await jobs.start();
  await jobs.stop();
  await restoreCopy(cluster.connection, copy);
  expect(await transactionId(target.db)).toBeLessThan(before);

  const second = eventRunner({ ...site.ctx, db: target.db });
  second.listen(listener());
  await send(target.db, second, 7);
  failing = false;
  site.clock.advance(3_600_000);
  await second.runAll();
  await second.stop();
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
});
