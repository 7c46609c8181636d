import { getBackupState } from '@inkling/contract/admin';
import { expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import {
  recordFailedBackup,
  recordRestorableBackup,
  recordWrittenBackup,
} from '../../platform/last-backup.queries.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();

test('admins learn when the last backup is older than two days, or the last restorable one than nine, and nobody else [R59]', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { db } = site.ctx;
  await sql`update users set is_admin = true where id = ${ana.id}`.execute(db);
  await sql`update daily_backups set since = ${site.clock.now()}`.execute(db);
  const state = async () => (await site.as(ana).call(getBackupState, {})).body.data;
  expect((await site.as(ben).call(getBackupState, {})).status).toBe(403);
  const none = { lastWrittenAt: null, lastRestorableAt: null, isLate: false, isUnverified: false };
  expect(await state()).toEqual(none);
  site.clock.advance(2 * day + 1);
  expect(await state()).toEqual({ ...none, isLate: true });
  site.clock.advance(7 * day);
  expect(await state()).toEqual({ ...none, isLate: true, isUnverified: true });
  const at = site.clock.now();
  await recordWrittenBackup(db, at, 'daily-2026-03-04-100000.zip', 1000);
  expect(await state()).toMatchObject({ lastRestorableAt: null, isLate: false, isUnverified: true });
  await recordRestorableBackup(db, at, { at, name: 'daily-2026-03-04-100000.zip' });
  site.clock.advance(2 * day);
  await recordFailedBackup(db, site.clock.now(), 'no room on /secret/disk');
  const written = { lastWrittenAt: at.toISOString(), lastRestorableAt: at.toISOString() };
  expect(await state()).toEqual({ ...none, ...written });
  site.clock.advance(1);
  const late = await site.as(ana).call(getBackupState, {});
  expect(late.body.data.isLate).toBe(true);
  expect(JSON.stringify(late.body)).not.toContain('secret');
});
