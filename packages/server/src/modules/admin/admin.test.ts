import { getBackupState } from '@inkling/contract/admin';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { recordFailedBackup, recordGoodBackup } from '../../platform/last-backup.queries.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('admins learn when the last good backup is older than two days, and nobody else [R59]', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { db } = site.ctx;
  await sql`update users set is_admin = true where id = ${ana.id}`.execute(db);
  await sql`update daily_backups set since = ${site.clock.now()}`.execute(db);
  const state = async () => (await site.as(ana).call(getBackupState, {})).body.data;
  expect((await site.as(ben).call(getBackupState, {})).status).toBe(403);
  expect(await state()).toEqual({ lastGoodAt: null, isLate: false });
  site.clock.advance(2 * day + 1);
  expect(await state()).toEqual({ lastGoodAt: null, isLate: true });
  const at = site.clock.now();
  await recordGoodBackup(db, at, 'daily-2026-03-04-100000.zip', 1000);
  site.clock.advance(2 * day);
  await recordFailedBackup(db, site.clock.now(), 'no room on /secret/disk');
  expect(await state()).toEqual({ lastGoodAt: at.toISOString(), isLate: false });
  site.clock.advance(1);
  const late = await site.as(ana).call(getBackupState, {});
  expect(late.body.data.isLate).toBe(true);
  expect(JSON.stringify(late.body)).not.toContain('secret');
});
