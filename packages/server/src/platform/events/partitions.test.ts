import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../testing/test-app.ts';
import { sql, transaction } from '../db/db.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { relayEvents } from './outbox.queries.ts';
import { dropOldPartitions, ensurePartitions } from './partitions.queries.ts';

const site = testApp();

const happened = defineEvent('test.happened', {
  payload: { thingId: z.uuid() },
  subject: 'thingId',
  people: [],
});
const send = () => transaction(site.ctx.db, (tx) => emit(site.ctx, tx, happened, { thingId: randomUUID() }));
const tables = async () => {
  await relayEvents(site.ctx.db);
  const { rows } = await sql<{ name: string; position: number }>`
    select tableoid::regclass::text as name, position from events order by position`.execute(site.ctx.db);
  return rows.map(({ name }) => name);
};

test('an event is stored in the partition of its month, or in the default one until that partition exists', async () => {
  const { db } = site.ctx;
  await send();
  expect(await tables()).toEqual(['events_default']);
  expect(await ensurePartitions(db, site.clock.now())).toBe(3);
  expect(await tables()).toEqual(['events_2026_03']);
  expect(await ensurePartitions(db, site.clock.now())).toBe(0);
  site.clock.advance(31 * 86_400_000);
  await send();
  site.clock.advance(93 * 86_400_000);
  await send();
  expect(await tables()).toEqual(['events_2026_03', 'events_2026_04', 'events_default']);
  const created = await Promise.all([
    ensurePartitions(db, site.clock.now()),
    ensurePartitions(db, site.clock.now()),
  ]);
  // Each is created by one of the two.
  expect((created[0] ?? 0) + (created[1] ?? 0)).toBe(3);
  expect(await tables()).toEqual(['events_2026_03', 'events_2026_04', 'events_2026_07']);
});

test('an event cannot be updated in any partition', async () => {
  const { db } = site.ctx;
  await expect(sql`update events set payload = '{}'`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`update events_2026_03 set payload = '{}'`.execute(db)).rejects.toThrow('append-only');
});

test('old months are dropped in order, up to the first with an event that a listener has not handled', async () => {
  const { db, clock } = site.ctx;
  const drop = () => dropOldPartitions(db, clock.now(), 1);
  const send3MonthsLater = async () => {
    site.clock.advance(92 * 86_400_000);
    await ensurePartitions(db, clock.now());
    await send();
    return (await tables()).at(-1) ?? '';
  };
  /** All listeners have handled everything but the last `events`. */
  const behind = (events: number) =>
    sql`update event_cursors set position = (select last_position - ${events}::int from event_relay)`.execute(
      db,
    );
  await sql`insert into event_cursors values ('test', 0)`.execute(db);
  const first = await send3MonthsLater();
  await sql`
    insert into event_failures (listener, subject, position, attempts)
    select 'test', subject, position, 10 from events order by position desc limit 1`.execute(db);
  const second = await send3MonthsLater();
  await behind(1);
  expect(await dropOldPartitions(db, clock.now(), 0)).toEqual([]);
  expect(await drop()).not.toContain(first);
  expect(await tables()).toContain(first);
  await sql`delete from event_failures`.execute(db);
  expect(await drop()).toContain(first);
  expect(await tables()).toEqual([second]);
  const third = await send3MonthsLater();
  await behind(2);
  await drop();
  expect(await tables()).toEqual([second, third]);
  await behind(0);
  expect(await drop()).toContain(second);
  expect(await tables()).toEqual([third]);
});
