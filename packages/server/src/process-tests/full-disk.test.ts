import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import * as chapterCalls from '@inkling/contract/chapters';
import { startImport } from '@inkling/contract/imports';
import { expect, test } from 'vitest';
import {
  databaseProcesses,
  isRoot,
  temporaryFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { startInkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

const mayMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0;
const megabyte = 1024 * 1024;

/** A command prefix that mounts a disk of this size at the folder, visible only to the started program. */
const withDisk = (megabytes: number, folder: string): string[] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0" && exec "$@"`,
  folder,
];

/** Random hex text of this length, which compresses to half at best. */
const randomText = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

const readiness = async (url: string): Promise<{ status: string; disk?: string }> =>
  (await fetch(`${url}/readyz`)).json();

/** The bytes left in the current WAL file; PostgreSQL stops if it cannot create the next one. */
async function freeWalBytes(dataDir: string): Promise<number> {
  const folder = join(dataDir, 'postgres', 'pg_wal');
  const names = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).sort();
  const bytes = await readFile(join(folder, names.at(-1) ?? ''));
  let used = bytes.length;
  while (used > 0 && bytes[used - 1] === 0) used -= 1;
  return bytes.length - used;
}

/** Fills the disk with a file until only this many bytes are free; returns its path. */
async function fillDisk(disk: string, bytesFree: number): Promise<string> {
  const path = join(disk, 'ballast');
  const file = await open(path, 'a');
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk);
      const missing = Math.min(bavail * bsize - bytesFree, 4 * megabyte);
      if (missing <= 0) return path;
      await file.write(Buffer.alloc(missing, 1));
    }
  } finally {
    await file.close();
  }
}

test('a full disk causes 507, an unavailable database 503, and nothing acknowledged is lost [R56] [R66]', async ({
  skip,
}) => {
  skip(!mayMount, 'mounting a small disk needs root and a working unshare');
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data'), MIN_FREE_MB: '48' };
  const server = await startServer(settings, withDisk(330, folder));
  const { url } = server;
  // The mounted disk, seen through the server's mount namespace.
  const disk = join(`/proc/${server.process.pid}/root`, folder);
  const dataDir = join(disk, 'data');
  const author = await signUp(url);
  const story = await publishStory(url, author);
  const first = { story, title: 'Two', content: 'As it was.' };
  const created = await call(url, author.token, chapterCalls.createChapter, { body: first });
  const params = { id: created.body.data._id };
  const acknowledged = new Map<number, string>();
  const save = async () => {
    const content = randomText(400_000);
    const saved = await call(url, author.token, chapterCalls.updateChapter, { params, body: { content } });
    if (saved.status === 200) acknowledged.set(saved.body.data.version, content);
    return saved.status === 200 ? 'saved' : `${saved.status} ${saved.failure.code}`;
  };
  const importBook = async () => {
    const book = { file: { name: 'a.md', bytes: Buffer.from('# A') } } as never;
    const { status, failure } = await call(url, author.token, startImport, book);
    return `${status} ${failure.code}`;
  };
  const read = async () =>
    (await call(url, author.token, chapterCalls.readChapterForAuthor, { params: { id: params.id } })).status;
  const signalDatabase = async (signal: NodeJS.Signals) => {
    const pids = await databaseProcesses(dataDir);
    expect(pids).not.toEqual([]);
    for (const pid of pids) process.kill(pid, signal);
  };
  expect(await readiness(url)).toEqual({ status: 'ready' });

  // Low disk: imports are refused early, but texts are still saved.
  await fillDisk(disk, 40 * megabyte);
  await waitUntil('/readyz reports a low disk', async () => (await readiness(url)).disk === 'low');
  expect(await importBook()).toBe('507 STORAGE_FULL');
  expect(await save()).toBe('saved');

  // No space for tables, but some in the WAL: otherwise PostgreSQL would stop.
  while ((await freeWalBytes(dataDir)) < 8 * megabyte) expect(await save()).toBe('saved');
  const ballast = await fillDisk(disk, 2 * megabyte);
  await waitUntil('/readyz reports a full disk', async () => (await readiness(url)).status === 'disk full');
  expect(await importBook()).toBe('507 STORAGE_FULL');
  const outcomes: string[] = [];
  do outcomes.push(await save());
  while (outcomes.at(-1) === 'saved' && outcomes.length < 20);
  expect(outcomes.at(-1)).toBe('507 STORAGE_FULL');
  await fillDisk(disk, 0);
  expect(await save()).toBe('507 STORAGE_FULL');
  expect(await read()).toBe(200);

  // PostgreSQL does not respond: the error reports that, not the disk.
  await signalDatabase('SIGSTOP');
  expect(await save()).toBe('503 UNAVAILABLE');
  expect(await importBook()).toBe('503 UNAVAILABLE');
  await signalDatabase('SIGCONT');
  await waitUntil('PostgreSQL responds', async () => (await save()) !== '503 UNAVAILABLE');
  expect(await save()).toBe('507 STORAGE_FULL');

  // It is killed while there is no space for recovery.
  await signalDatabase('SIGKILL');
  await rm(ballast);
  await waitUntil('the server is ready', async () => (await readiness(url)).status === 'ready');
  await waitUntil('a save succeeds', async () => (await save()) === 'saved');
  expect(acknowledged.size).toBeGreaterThan(2);
  for (const [version, content] of acknowledged) {
    const stored = await call(url, author.token, chapterCalls.readChapterVersion, {
      params: { ...params, version: String(version) },
    });
    expect(stored.body.data.content === content, `version ${version}`).toBe(true);
  }
  expect((await stop(server)).code).toBe(0);
});

test('a first start on a full disk says so and leaves no incomplete files', async ({ skip }) => {
  skip(!mayMount, 'mounting a small disk needs root and a working unshare');
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'data');
  // One page of memory, which the first secret fills. The mount is gone when the program is, so it lists the files.
  const listsFiles = ['sh', '-c', '"$@"; code=$?; ls -A "$0"; exit $code', dataDir];
  const onePage = withDisk(1, folder).map((word) => word.replace('size=1m', 'size=4k'));
  const start = startInkling(['start'], { DATA_DIR: dataDir, PORT: '0' }, [...onePage, ...listsFiles]);
  expect(await start.exit).toBe(1);
  expect(start.stderr()).toBe(
    `\nInkling can’t start.\nThe disk that holds ${dataDir} is full. Free some space (the database needs at least 100 MB), then start Inkling again.\n\n`,
  );
  expect(start.stdout()).toBe('postgres.secret\n');
});
