import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openBackup } from '../backup/backup-file.ts';
import { dailyBackup } from '../backup/daily-backup-job.ts';
import { withAppContext } from '../cli/command.ts';
import { isRoot, temporaryFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { recordRestorableBackup } from '../platform/last-backup.queries.ts';
import { siteWithAuthor } from './testing/books.ts';
import { lockUsers, type TestDatabase } from './testing/databases.ts';

import { inThisProcess, startInkling, startServer, stop } from './testing/programs.ts';

/** Makes a backup due, and has the server look. */
async function makeDue(database: TestDatabase, settings: Record<string, string>): Promise<void> {
  await database.query(
    `update daily_backups set since = now() - interval '3 days', good_at = good_at - interval '3 days'`,
  );
  await inThisProcess(() => withAppContext(settings, (ctx) => ctx.jobs.send(ctx.db, dailyBackup, {})));
}

const childrenOf = async (pid: number | undefined): Promise<number[]> => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
};

/** The daily backups that are there; each is complete. */
async function goodBackups(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'backups')).catch(() => []);
  const zips = names.filter((name) => name.endsWith('.zip'));
  for (const name of zips) (await openBackup(join(dataDir, 'backups', name))).close();
  return zips;
}

test('whatever is killed in the middle of a daily backup, no half of one stays, and the next works [R59]', async () => {
  const { database, settings } = await siteWithAuthor();
  const daily = { ...settings, BACKUPS: '02:30' };
  // No check is due.
  await inThisProcess(() =>
    withAppContext(settings, ({ db }) =>
      recordRestorableBackup(db, new Date(), { at: new Date(), name: 'a' }),
    ),
  );
  const dataDir = settings.DATA_DIR ?? '';
  const state = async () => {
    const [row] = await database.query(
      `select failure, coalesce(good_at > now() - interval '1 day', false) as good from daily_backups`,
    );
    return row;
  };
  /** Begins a backup that waits in its middle; `release` lets it go on. */
  const begin = async (server: Awaited<ReturnType<typeof startServer>>) => {
    const lock = await lockUsers(database, 'access exclusive');
    await makeDue(database, settings);
    await waitUntil('the backup reads the table', lock.isAwaited);
    const [child = 0] = await childrenOf(server.process.pid);
    expect(child).toBeGreaterThan(0);
    return { child, release: lock.release };
  };

  // The backup is killed.
  const server = await startServer(daily);
  const killed = await begin(server);
  process.kill(killed.child, 'SIGKILL');
  await killed.release();
  await waitUntil('the failure is recorded', async () => (await state())?.failure !== null);
  expect(await state()).toEqual({ failure: 'The backup was ended by SIGKILL.', good: false });
  expect(await goodBackups(dataDir)).toEqual([]);
  await makeDue(database, settings);
  await waitUntil('the next backup is good', async () => (await state())?.good === true);
  expect(await state()).toEqual({ failure: null, good: true });
  expect(await goodBackups(dataDir)).toHaveLength(1);

  // The server is stopped, and the backup with it.
  const stopped = await begin(server);
  expect((await stop(server)).code).toBe(0);
  await stopped.release();
  await waitUntil('the backup has ended', async () => !isRunning(stopped.child));
  expect(await goodBackups(dataDir)).toHaveLength(1);

  // The server is killed; its backup may still come to an end.
  const second = await startServer(daily);
  const orphan = await begin(second);
  await stop(second, 'SIGKILL');
  await orphan.release();
  await waitUntil('the backup has ended', async () => !isRunning(orphan.child));
  await goodBackups(dataDir);
  const third = await startServer(daily);
  await makeDue(database, settings);
  await waitUntil('the next backup is good', async () => (await state())?.good === true);
  expect((await goodBackups(dataDir)).length).toBeGreaterThan(1);
  expect((await stop(third)).code).toBe(0);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('the server restores its daily backup as a check, into a database of its own in another process [R59]', async () => {
  const { database, settings } = await siteWithAuthor();
  const dataDir = settings.DATA_DIR ?? '';
  const server = await startServer({ ...settings, BACKUPS: '02:30' });
  await makeDue(database, settings);
  const restorable = async () => {
    const [row] = await database.query(
      `select value -> 'restorable' ->> 'name' as name from site_state where name = 'backup-checks'`,
    );
    return row?.name ?? undefined;
  };
  await waitUntil('the backup is verified', async () => (await restorable()) !== undefined);
  expect([await restorable()]).toEqual(await goodBackups(dataDir));
  const [child = 0] = await childrenOf(server.process.pid);
  await waitUntil('its process has ended', () => child === 0 || !isRunning(child));
  expect((await readdir(dataDir)).filter((name) => name.startsWith('verify-'))).toEqual([]);
  expect((await stop(server)).code).toBe(0);
});

test('a disk that fills up in the middle of a daily backup leaves no part of it, and the old ones stay [R59]', async ({
  skip,
}) => {
  skip(
    !isRoot || spawnSync('unshare', ['-m', 'true']).status !== 0,
    'mounting a small disk needs root and a working unshare',
  );
  const { database } = await siteWithAuthor();
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: folder, DATABASE_URL: database.url, BACKUP_KEEP: '1' };
  // The disk is gone when the program is, so it lists the files.
  const script = `mount -t tmpfs -o size=24m,mode=0700 tmpfs "$0" && mkdir "$0/backups" && touch "$0/backups/daily-2020-01-01-000000.zip"
    "$@"; code=$?; ls -A "$0/backups"; exit $code`;
  const onSmallDisk = async (MIN_FREE_MB: string) => {
    const run = startInkling(['backup', 'daily'], { ...settings, MIN_FREE_MB }, [
      'unshare',
      '-m',
      'sh',
      '-c',
      script,
      folder,
    ]);
    return { code: await run.exit, stdout: run.stdout(), stderr: run.stderr() };
  };
  const files = 'daily-2020-01-01-000000.zip\n';
  expect(await onSmallDisk('24')).toEqual({
    code: 1,
    stdout: files,
    stderr: expect.stringContaining('a backup needs about'),
  });

  // The site has grown since its last backup.
  await database.query(`update daily_backups set good_at = now(), good_name = 'a', good_size = 1000`);
  await database.query(
    'create table own_numbers as select md5(random()::text) as number from generate_series(1, 1700000)',
  );
  expect(await onSmallDisk('0')).toEqual({
    code: 1,
    stdout: files,
    stderr: expect.stringContaining('/backups is full, so no backup was written.'),
  });
  const [row] = await database.query('select failure, good_name from daily_backups');
  expect(row).toEqual({
    failure: expect.stringContaining('/backups is full, so no backup was written.'),
    good_name: 'a',
  });
});
