import { expect, test } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import { setSuspended } from '../users/index.ts';
import { lockRater } from './ratings.queries.ts';

const site = testApp();

test('a person who is suspended or about to be deleted rates nothing, whatever their request has checked [R12]', async () => {
  const reader = await site.person();
  const lock = () => transaction(site.ctx.db, (tx) => lockRater(tx, reader.id));
  expect(await lock()).toBe(true);
  await setSuspended(site.ctx.db, reader.id, site.clock.now());
  expect(await lock()).toBe(false);
  await setSuspended(site.ctx.db, reader.id, null);
  expect(await lock()).toBe(true);
  await sql`update users set deletion_due_at = now() where id = ${reader.id}`.execute(site.ctx.db);
  expect(await lock()).toBe(false);
});
