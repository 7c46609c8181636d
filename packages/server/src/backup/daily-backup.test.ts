import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { uploadProfileImage } from '@inkling/contract/uploads';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { day, hour } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { sql } from '../platform/db/db.ts';
import { withSingleConnection } from '../platform/db/single-connection.ts';
import { lastBackup, recordFailedBackup, recordRestorableBackup } from '../platform/last-backup.queries.ts';
import { outsideRequests } from '../platform/outside-requests.ts';
import { openStorage } from '../platform/storage/configured-storage.ts';
import { testApp } from '../testing/test-app.ts';
import { type BackupFile, BackupProblem, openBackup, Unverified } from './backup-file.ts';
import { backUpDaily, lastDue, scheduleDailyBackup } from './daily-backup-job.ts';
import { lockDailyBackup } from './rows.queries.ts';

const site = testApp();
const bucket = 'inkling-files';
let s3Folder: string;
let s3: InstanceType<typeof S3rver>;
let connection: { host: string; port: number; user: string; password: string; database: string };
let inBucket: AppContext;

beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database()::text as name`.execute(site.ctx.db);
  connection = { ...inject('database'), database: rows[0]?.name ?? '' };
  s3Folder = await mkdtemp(join(tmpdir(), 'inkling-bucket-'));
  const configureBuckets = [{ name: bucket, configs: [] }];
  // This server expects another signature for listing a bucket than S3 itself.
  const options = { silent: true, allowMismatchedSignatures: true, configureBuckets };
  s3 = new S3rver({ port: 0, address: '127.0.0.1', directory: s3Folder, ...options });
  const { port } = await s3.run();
  const config = {
    ...site.ctx.config,
    BACKUP_TO: 'bucket' as const,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  inBucket = { ...site.ctx, config, storage: await openStorage(config, site.ctx.log) };
});
afterAll(async () => {
  await s3.close();
  await rm(s3Folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await rm(join(site.ctx.config.DATA_DIR, 'backups'), { recursive: true, force: true });
  await sql`
    update daily_backups set since = ${site.clock.now()}, good_at = null, good_name = null, good_size = null,
      failed_at = null, failure = null`.execute(site.ctx.db);
  await sql`delete from site_state`.execute(site.ctx.db);
  await sql`update uploads set owner_id = null`.execute(site.ctx.db);
  verify.mockReset().mockResolvedValue('all of it');
});

const folder = () => join(site.ctx.config.DATA_DIR, 'backups');
const onDisk = async () => (await readdir(folder())).toSorted();
const withSettings = (settings: Partial<AppContext['config']>): AppContext => ({
  ...site.ctx,
  config: { ...site.ctx.config, ...settings },
});
/** Stands for restoring a backup into a database of its own. */
const verify = vi.fn<(backup: BackupFile, where: string) => Promise<string>>();
const backUp = async (ctx: AppContext) => {
  site.clock.advance(day);
  return backUpDaily(ctx, connection, verify);
};
const nameOf = (made: { where: string } | null) => made?.where.split('/').at(-1) ?? '';

test('a daily backup is complete, and the oldest beyond BACKUP_KEEP are deleted, but nothing else [R59]', async () => {
  await mkdir(folder(), { recursive: true });
  const others = ['daily-notes.zip', 'inkling-2020-01-01-000000.zip', 'restore-failed-2020-01-01-000000.txt'];
  for (const name of others) await writeFile(join(folder(), name), 'mine');
  const ctx = withSettings({ BACKUP_KEEP: 2 });
  const made: string[] = [];
  for (let n = 0; n < 3; n += 1) made.push(nameOf(await backUp(ctx)));
  // The first was verified.
  expect(await onDisk()).toEqual([made[0], made[2], ...others].toSorted());
  const newest = await openBackup(join(folder(), made[2] ?? ''));
  expect(newest.manifest.tables.map(({ name }) => name)).toContain('users');
  newest.close();
  expect(await lastBackup(ctx)).toMatchObject({
    written: { at: site.clock.now(), name: made[2] },
    failed: null,
    isLate: false,
  });
});

test('backups of a clock that was ahead are never a reason to delete the new one', async () => {
  await mkdir(folder(), { recursive: true });
  const ahead = ['daily-2099-01-01-000000.zip', 'daily-2099-01-02-000000.zip'];
  for (const name of ahead) await writeFile(join(folder(), name), 'later');
  const made = await backUp(withSettings({ BACKUP_KEEP: 1 }));
  expect(await onDisk()).toEqual([nameOf(made)]);
});

test('leftovers of killed programs go after two days, restore points after as many days as there are backups', async () => {
  await mkdir(folder(), { recursive: true });
  const { DATA_DIR } = site.ctx.config;
  const at = (ms: number) => new Date(site.clock.now().getTime() + day - ms);
  const files: [path: string, age: number, stays: boolean][] = [
    [join(folder(), 'daily-2026-01-01-000000.zip.0a1b2c3d.part'), hour, false],
    [join(folder(), 'a.zip.0a1b2c3d.part'), 2 * day + hour, false],
    [join(folder(), 'b.zip.0a1b2c3d.part'), day, true],
    [join(folder(), 'before-restore-2026-01-01-000000.zip'), 15 * day, false],
    [join(folder(), 'before-restore-2026-01-02-000000.zip'), 13 * day, true],
    [join(folder(), 'my-own.part'), 90 * day, true],
    [join(folder(), 'move'), 2 * day + hour, false],
    [join(DATA_DIR, 'verify-aBc123'), 2 * day + hour, false],
    [join(DATA_DIR, 'verify-xYz123'), day, true],
    [join(DATA_DIR, 'verify-notes'), 90 * day, true],
  ];
  for (const [path, age] of files) {
    if (/verify-|move$/.test(path)) await mkdir(path);
    else await writeFile(path, 'x');
    await utimes(path, at(age), at(age));
  }
  await backUp(site.ctx);
  const left = [
    ...(await readdir(folder())).map((name) => join(folder(), name)),
    ...(await readdir(DATA_DIR)).map((name) => join(DATA_DIR, name)),
  ];
  expect(files.map(([path]) => [path, left.includes(path)])).toEqual(
    files.map(([path, , stays]) => [path, stays]),
  );
});

test('a backup that would fill the disk is refused before anything is written, with what to do', async () => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), 'daily-2020-01-01-000000.zip'), 'the only one');
  const ctx = withSettings({ MIN_FREE_MB: 2_000_000_000, BACKUP_KEEP: 1 });
  await expect(backUp(ctx)).rejects.toThrow(/has [\d,]+ MB free, but a backup needs about .*BACKUP_KEEP/);
  expect(await onDisk()).toEqual(['daily-2020-01-01-000000.zip']);
  expect(await lastBackup(ctx)).toMatchObject({
    written: null,
    failed: { at: site.clock.now(), reason: expect.stringContaining('MB free') },
  });
});

test('one process at a time makes the daily backup', async () => {
  await withSingleConnection(connection, async ({ db }) => {
    expect(await lockDailyBackup(db)).toBe(true);
    expect(await backUp(site.ctx)).toBeNull();
  });
  expect(await lastBackup(site.ctx)).toMatchObject({ written: null, failed: null });
  expect(await backUp(site.ctx)).not.toBeNull();
});

test('a site with images in a bucket is backed up to the bucket, checked and rotated there [R59]', async () => {
  const storage = site.ctx.storage;
  const ana = await site.person();
  site.ctx.storage = inBucket.storage;
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#573' } })
    .png()
    .toBuffer();
  const input = { body: {}, file: { name: 'me.png', bytes: picture } } as never;
  expect((await site.as(ana).call(uploadProfileImage, input)).status).toBe(201);
  site.ctx.storage = storage;
  const ctx = { ...inBucket, config: { ...inBucket.config, BACKUP_KEEP: 2 } };
  const made = [];
  for (let n = 0; n < 3; n += 1) made.push(await backUp(ctx));
  const stored = (await readdir(s3Folder, { recursive: true })).filter((name) => /daily-/.test(name));
  const objects = stored.filter((name) => name.endsWith('._S3rver_object')).toSorted();
  expect(objects).toHaveLength(2);
  // The first was verified, from a copy on the disk, and stays for that.
  expect(verify).toHaveBeenCalledTimes(1);
  expect(verify.mock.calls[0]).toEqual([
    expect.objectContaining({ manifest: made[0]?.manifest }),
    made[0]?.where,
  ]);
  expect((await readdir(ctx.config.DATA_DIR)).filter((name) => /^verify-\w{6}$/.test(name))).toEqual([]);
  expect(made[2]?.where).toMatch(/^inkling-files\/backups\/daily-.*\.zip$/);
  const copy = join(s3Folder, 'copy.zip');
  await writeFile(copy, await readFile(join(s3Folder, objects[1] ?? '')));
  const opened = await openBackup(copy);
  expect(opened.manifest).toEqual(made[2]?.manifest);
  expect(opened.manifest).toMatchObject({ images: 1, missingFiles: [] });
  expect(opened.manifest.entries.filter(({ name }) => name.startsWith('files/'))).toHaveLength(4);
  opened.close();
  const sent = expect.objectContaining({
    host: new URL(inBucket.config.S3_ENDPOINT ?? '').host,
    purpose: 'backup',
  });
  await expect.poll(() => outsideRequests(site.ctx)).toContainEqual(sent);
});

test('a daily backup without files that the site refers to has failed, and says which; removed pictures are not missed [R59]', async () => {
  const ana = await site.person();
  const stems = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
  await sql`
    insert into uploads (stem, owner_id, kind, widths, bytes, created_at)
    select stem, ${ana.id}, 'cover', '{600}', 9, now() - interval '1 hour' from unnest(${stems}::text[]) stem`.execute(
    site.ctx.db,
  );
  const { written } = await lastBackup(site.ctx);
  const storage = site.ctx.storage;
  // While the backup is made, the last picture is removed.
  const ctx = {
    ...site.ctx,
    storage: {
      ...storage,
      open: async (name: string) => {
        await sql`update uploads set owner_id = null where stem = ${stems[2]}`.execute(site.ctx.db);
        return storage.open(name);
      },
    },
  };
  const lacks = `is not complete. 2 image files are missing: ${stems[0]}-600.webp, ${stems[1]}-600.webp. Put them back`;
  await expect(backUp(ctx)).rejects.toThrow(lacks);
  expect(verify).not.toHaveBeenCalled();
  expect(await lastBackup(site.ctx)).toMatchObject({
    written,
    restorable: null,
    failed: { at: site.clock.now(), reason: expect.stringContaining(lacks) },
    attemptedAt: site.clock.now(),
  });
  // Its rows are better than none.
  expect(await onDisk()).toHaveLength(1);
  await sql`update uploads set owner_id = null`.execute(site.ctx.db);
  expect(await backUp(site.ctx)).toMatchObject({ manifest: { missingFiles: [] } });
  expect(await lastBackup(site.ctx)).toMatchObject({ failed: null, written: { at: site.clock.now() } });
});

test('once a week the new daily backup is restored as a check, and only that one counts as restorable and stays [R59]', async () => {
  const ctx = withSettings({ BACKUP_KEEP: 2 });
  const first = await backUp(ctx);
  const firstAt = site.clock.now();
  expect(first?.verified).toBe(' It can be restored. Checked every row, all of it.');
  const restorable = { at: firstAt, name: nameOf(first) };
  for (let days = 1; days < 7; days += 1) expect((await backUp(ctx))?.verified).toBe('');
  expect(verify).toHaveBeenCalledTimes(1);
  expect(await lastBackup(ctx)).toMatchObject({ restorable, isCheckDue: false, isUnverified: false });

  // A check that fails is a failure, and is made again with the next backup.
  verify.mockRejectedValueOnce(new BackupProblem('it can’t be restored'));
  await expect(backUp(ctx)).rejects.toThrow('it can’t be restored');
  const failed = { at: site.clock.now(), reason: 'it can’t be restored' };
  expect(await lastBackup(ctx)).toMatchObject({ written: { at: site.clock.now() }, restorable, failed });
  // One that can't be made says nothing about the backup.
  verify.mockRejectedValueOnce(new Unverified('there is no room'));
  expect((await backUp(ctx))?.verified).toBe(' Not verified: there is no room');
  expect(await lastBackup(ctx)).toMatchObject({ restorable, failed: null, unverified: 'there is no room' });
  expect(await onDisk()).toHaveLength(2);
  expect(await onDisk()).toContain(restorable.name);
  expect(await lastBackup(ctx)).toMatchObject({ isLate: false, isUnverified: false });
  site.clock.advance(day + 1);
  expect(await lastBackup(ctx)).toMatchObject({ isLate: false, isUnverified: true });
  const second = await backUp(ctx);
  expect(await lastBackup(ctx)).toMatchObject({
    restorable: { at: site.clock.now(), name: nameOf(second) },
    unverified: null,
    isUnverified: false,
  });
});

test('a bucket that cannot be reached is a failure with its reason, and the old backups stay', async () => {
  const config = { ...inBucket.config, S3_ENDPOINT: 'http://127.0.0.1:1' };
  await expect(backUp({ ...inBucket, config })).rejects.toThrow();
  expect((await lastBackup(site.ctx)).failed?.reason).toMatch(/S3 network error|ECONNREFUSED|fetch failed/);
});

test.each([
  ['2026-03-02T02:29:59Z', '2026-03-01T02:30:00Z'],
  ['2026-03-02T02:30:00Z', '2026-03-02T02:30:00Z'],
  ['2026-03-02T23:59:59Z', '2026-03-02T02:30:00Z'],
])('at %s, the last backup was due at %s', (now, due) => {
  expect(lastDue('02:30', new Date(now))).toEqual(new Date(due));
});

test('the job runs when a backup is due, makes up for a missed one, and warns once a day while there is none', async () => {
  const warn = vi.spyOn(site.ctx.log, 'warn');
  let runs = 0;
  let isFailing = false;
  const run = async () => {
    runs += 1;
    if (isFailing) await recordFailedBackup(site.ctx.db, site.clock.now(), 'the disk is gone');
    if (isFailing) throw new Error('the disk is gone');
    await backUpDaily(site.ctx, connection, verify);
  };
  let work = async () => {};
  const jobs = {
    ...site.ctx.jobs,
    work: (_queue: unknown, handler: (data: object, job: object) => Promise<void>) => {
      work = () => handler({}, { signal: AbortSignal.abort() });
    },
    schedule: vi.fn(),
  };
  scheduleDailyBackup({ ...site.ctx, jobs: jobs as never }, run);
  expect(jobs.schedule).toHaveBeenCalledWith(expect.objectContaining({ name: 'daily-backup' }), '30 * * * *');
  const today = new Date(`${site.clock.now().toISOString().slice(0, 10)}T00:00:00Z`).getTime() + 30 * day;
  const at = (days: number, hours: number) => site.clock.set(new Date(today + days * day + hours * hour));
  at(0, 1);
  await sql`update daily_backups set since = ${site.clock.now()}`.execute(site.ctx.db);
  await work();
  expect(runs).toBe(0);
  at(0, 2.5);
  await work();
  at(0, 3.5);
  await work();
  expect(runs).toBe(1);
  // The server was stopped at 02:30 of the next day.
  at(1, 9);
  await work();
  expect(runs).toBe(2);
  isFailing = true;
  for (let hours = 10; hours < 24 * 4; hours += 1) {
    at(1, hours);
    await work().catch(() => {});
  }
  expect(runs).toBeGreaterThan(60);
  const late = warn.mock.calls.filter(
    ([, text]) => text === 'the last complete daily backup is older than two days',
  );
  expect(late).toHaveLength(2);
  expect(late[0]?.[0]).toMatchObject({ reason: 'the disk is gone' });
  expect(await lastBackup(site.ctx)).toMatchObject({ isLate: true });
  await sql`update daily_backups set good_at = ${site.clock.now()}`.execute(site.ctx.db);
  await recordRestorableBackup(site.ctx.db, site.clock.now(), {
    at: new Date(site.clock.now().getTime() - 10 * day),
    name: 'old',
  });
  await sql`update daily_backups set since = '2020-01-01'`.execute(site.ctx.db);
  site.clock.advance(day);
  await work().catch(() => {});
  expect(warn.mock.lastCall).toEqual([
    expect.objectContaining({ reason: 'the disk is gone' }),
    'no daily backup of the last nine days is known to be restorable',
  ]);
  expect(await lastBackup(withSettings({ BACKUPS: 'off' }))).toMatchObject({ isLate: false, isDaily: false });
  warn.mockRestore();
});
