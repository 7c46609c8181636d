import { getBackupState, getSiteReport } from '@inkling/contract/admin';
import { expect, test } from 'vitest';
import { suspend } from '../modules/measures/index.ts';
import { setAdmin } from '../modules/users/index.ts';
import { day, second } from '../platform/clock.ts';
import { sql } from '../platform/db/db.ts';
import { addFailures } from '../platform/http/failed-requests.queries.ts';
import { deleteOldFailures } from '../platform/http/failed-requests.ts';
import { recordFailedBackup } from '../platform/last-backup.queries.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();

test('reports of the same 15 seconds share their checks, which sign in to other servers', async () => {
  const ana = await site.person();
  const { db } = site.ctx;
  await setAdmin(db, ana.id, true);
  const backup = async () =>
    (await site.as(ana).call(getSiteReport, {})).body.data.checks.find(({ name }) => name === 'backup')?.says;
  const before = await backup();
  await recordFailedBackup(db, site.clock.now(), 'no room');
  expect(await backup()).toBe(before);
  site.clock.advance(15 * second);
  expect(await backup()).not.toBe(before);
  site.clock.advance(15 * second);
});

test('an admin sees what doctor finds, with what to do, and no reason that may have a path', async () => {
  const [ana, ben] = [await site.person(), await site.person()];
  const { db } = site.ctx;
  await setAdmin(db, ana.id, true);
  await recordFailedBackup(db, site.clock.now(), 'no room on /secret/disk');
  const { status, body } = await site.as(ana).call(getSiteReport, {});
  expect(status).toBe(200);
  const { checks, versions } = body.data;
  const named = (name: string) => checks.find((check) => check.name === name);
  expect(versions.node).toBe(process.versions.node);
  expect(versions.postgres).toMatch(/^\d+/);
  expect(named('migrations')).toMatchObject({ status: 'ok', advice: null });
  expect(named('emails')).toMatchObject({ status: 'ok', says: '0 sent in the last day, 0 waiting' });
  expect(named('backup')).toMatchObject({
    status: 'warning',
    advice: expect.stringContaining('inkling backup'),
  });
  expect(named('counters')).toMatchObject({ status: 'skipped', advice: 'Run inkling doctor on the server.' });
  expect(JSON.stringify(body)).not.toContain('secret');
  for (const check of checks)
    if (check.status === 'problem' || check.status === 'warning')
      expect(check.advice, check.name).toBeTruthy();
  expect((await site.as(ben).call(getSiteReport, {})).status).toBe(403);
  await suspend(site.ctx, ana.id);
  expect((await site.as(ana).call(getSiteReport, {})).status).not.toBe(200);
});

test('failed requests are counted by cause, with what to do', async () => {
  const ana = await site.person();
  const { db } = site.ctx;
  await setAdmin(db, ana.id, true);
  const failures = async () => (await site.as(ana).call(getSiteReport, {})).body.data.failures;
  expect(await failures()).toEqual([]);
  await sql`alter table daily_backups rename to lost_backups`.execute(db);
  for (const _ of [1, 2]) expect((await site.as(ana).call(getBackupState, {})).status).toBe(500);
  await sql`alter table lost_backups rename to daily_backups`.execute(db);
  expect(await failures()).toMatchObject([
    {
      cause: 'INTERNAL 42P01',
      count: 2,
      routes: ['/api/v1/admin/backups'],
      advice: expect.stringContaining('report it'),
    },
  ]);
  // Another process, or this one after a restart, adds to them.
  const at = { day: '2026-03-02', lastAt: '2026-03-02T00:00:00Z' };
  await addFailures(db, [{ ...at, route: '/about', cause: 'INTERNAL 42P01', requests: 3 }]);
  expect(await failures()).toMatchObject([{ count: 5, routes: ['/about', '/api/v1/admin/backups'] }]);
  site.clock.advance(15 * second);
  const { checks } = (await site.as(ana).call(getSiteReport, {})).body.data;
  expect(checks.find(({ name }) => name === 'requests')).toMatchObject({
    status: 'warning',
    says: '5 failed since yesterday',
    details: ['INTERNAL 42P01: 5, on /about, /api/v1/admin/backups'],
  });
  site.clock.advance(14 * day);
  expect(await failures()).toEqual([]);
  await deleteOldFailures(db, site.clock.now());
  expect((await sql`select from failed_requests`.execute(db)).rows).toEqual([]);
});
