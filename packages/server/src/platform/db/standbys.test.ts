import type pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { livePublisher } from '../live/live-publisher.ts';
import { createLog } from '../log.ts';
import { budgetFor, openDatabase, sql } from './db.ts';
import { isStandbyFault } from './db-errors.ts';
import { Standbys } from './standbys.ts';
import { inRequest } from './timeouts.ts';

const connection = inject('database');
/** As an address, under which a standby would be. */
const address = 'postgres:///standby?host=/nowhere';
const log = createLog(readConfig({ LOG_LEVEL: 'silent' }), false);

test('a request that writes with a single statement is known to have written', async () => {
  const { db, close } = openDatabase(connection, { replicas: { urls: [address], log } });
  try {
    const [reading, writing] = [budgetFor(db), budgetFor(db)];
    await inRequest(reading, () => sql`select 1`.execute(db));
    await inRequest(writing, () =>
      sql`
      delete from site_state where name = 'nothing'`.execute(db),
    );
    expect([reading.hasWritten, writing.hasWritten]).toEqual([false, true]);
  } finally {
    await close();
  }
});

test.each([
  ['a table', 'select from later'],
  ['a function', 'select later()'],
  ['a type', 'select null::later'],
])('what needs %s that a standby does not have yet is repeated on the primary', async (_name, statement) => {
  const { db, close } = openDatabase(connection);
  const error = await sql
    .raw(statement)
    .execute(db)
    .catch((failure: unknown) => failure);
  await close();
  expect(isStandbyFault(error)).toBe(true);
});

test('a live event that cannot be sent does not stop those after it', async () => {
  const live = livePublisher(null, new Standbys([], log));
  const sent: string[] = [];
  live.attachTransport((room) => {
    if (room === 'broken') throw new Error('It cannot be sent.');
    sent.push(room);
  });
  const event = { event: 'moved', payload: z.object({}) } as unknown as Parameters<typeof live.publish>[1];
  live.publish('broken', event, {});
  live.publish('room', event, {});
  await vi.waitFor(() => expect(sent).toEqual(['room']), 5_000);
});

test('when all connections to a standby are in use, the primary helps with up to half of its own', async () => {
  const standbys = new Standbys([address], log);
  const saying = (isStandby: boolean) =>
    ({
      query: () => Promise.resolve({ rows: [{ isStandby, position: 5, withdrawn: null }] }),
    }) as unknown as pg.Pool;
  const [here, there] = [
    { totalCount: 0, idleCount: 0, options: { max: 10 } },
    { totalCount: 10, idleCount: 1, options: { max: 10 } },
  ];
  const [standby] = standbys.all;
  if (standby === undefined) throw new Error('There is no standby.');
  standbys.start({ pool: here as unknown as pg.Pool, polling: saying(false) }, null, [
    { standby, pool: there as unknown as pg.Pool, polling: saying(true) },
  ]);
  try {
    await vi.waitFor(() => expect(standbys.pick(5)).toBe(standby), 5_000);
    there.idleCount = 0;
    expect([standbys.pick(5), standbys.counts.get('busy')]).toEqual([null, 1]);
    here.totalCount = 5;
    expect(standbys.pick(5)).toBe(standby);
    expect([standbys.pick(6), standbys.counts.get('own-write')]).toEqual([null, 1]);
  } finally {
    standbys.stop();
  }
});
