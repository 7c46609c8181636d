import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../testing/test-app.ts';
import { sql, transaction } from '../db/db.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { ensurePartitions } from './partitions.queries.ts';
import { relayEvents } from './relay.ts';

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

test('events are in the partition of their month; the default one keeps what has none, until it is made', async () => {
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
  const made = await Promise.all([
    ensurePartitions(db, site.clock.now()),
    ensurePartitions(db, site.clock.now()),
  ]);
  expect(made.toSorted()).toEqual([0, 3]);
  expect(await tables()).toEqual(['events_2026_03', 'events_2026_04', 'events_2026_07']);
});

test('no event is ever changed, in whichever partition', async () => {
  const { db } = site.ctx;
  await expect(sql`update events set payload = '{}'`.execute(db)).rejects.toThrow('append-only');
  await expect(sql`update events_2026_03 set payload = '{}'`.execute(db)).rejects.toThrow('append-only');
});
