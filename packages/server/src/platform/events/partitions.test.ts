import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { testApp } from '../../testing/test-app.ts';
import { sql, transaction } from '../db/db.ts';
import { emit } from './emit.ts';
import { defineEvent } from './event.ts';
import { relayEvents } from './outbox.queries.ts';
import { ensurePartitions } from './partitions.queries.ts';

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
