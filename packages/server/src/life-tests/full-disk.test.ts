import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as chapterCalls from '@inkling/contract/chapters';
import { startImport } from '@inkling/contract/imports';
import { expect, test, vi } from 'vitest';
import { isRoot, temporaryFolder, until } from '../platform/db/embedded/testing/database-users.ts';
import { call, publishStory, signUp } from './testing/people.ts';
import { end, startServer } from './testing/programs.ts';

vi.setConfig({ testTimeout: 240_000 });

const mayMount = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0;

/** Mounts a disk of this size at the folder, seen by the program that follows alone. */
const onDiskOf = (megabytes: number, folder: string): string[] => [
  'unshare',
  '-m',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=0755 tmpfs "$0" && exec "$@"`,
  folder,
];

/** Text of so many bytes that does not compress to much less. */
const noise = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

const readiness = async (url: string): Promise<{ status: string; disk?: string }> =>
  (await fetch(`${url}/readyz`)).json();

test('a disk that fills up loses nothing that was acknowledged, is told, and all goes on once there is room', async ({
  skip,
}) => {
  skip(!mayMount, 'mounting a small disk needs root');
  const folder = await temporaryFolder();
  const settings = { DATA_DIR: join(folder, 'data'), MIN_FREE_MB: '48' };
  const server = await startServer(settings, onDiskOf(330, folder));
  const { url } = server;
  const author = await signUp(url);
  const story = await publishStory(url, author);
  const first = { story, title: 'Two', content: 'As it was.' };
  const made = await call(url, author.token, chapterCalls.createChapter, { body: first });
  const params = { id: made.body.data._id };
  expect(await readiness(url)).toEqual({ status: 'ready' });

  // The disk as the server sees it.
  const ballast = join(`/proc/${server.process.pid}/root`, folder, 'ballast');
  const file = await open(ballast, 'w');
  const acknowledged = new Map<number, string>();
  const statuses = new Set<number>();
  let filling = true;
  const save = async (): Promise<number> => {
    const content = noise(400_000);
    const saved = await call(url, author.token, chapterCalls.updateChapter, { params, body: { content } });
    statuses.add(saved.status);
    if (saved.status === 200) acknowledged.set(saved.body.data.version, content);
    return saved.status;
  };
  const saving = (async () => {
    while (filling) await save();
  })();
  for (;;) {
    const written = await file.write(Buffer.alloc(4 * 1024 * 1024, 1)).catch(() => null);
    if (written === null || written.bytesWritten === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await until('a save is refused', async () => statuses.has(503) || statuses.has(507));
  filling = false;
  await saving;
  await file.close();
  expect([...statuses].filter((status) => ![200, 503, 507].includes(status))).toEqual([]);
  await until('/readyz says why', async () => (await readiness(url)).status === 'disk full');
  const book = { file: { name: 'a.md', bytes: Buffer.from('# A') } } as never;
  expect([503, 507]).toContain((await call(url, author.token, startImport, book)).status);

  await rm(ballast);
  await until('the server is ready', async () => (await readiness(url)).status === 'ready');
  await until('a save succeeds', async () => (await save()) === 200);
  expect(acknowledged.size).toBeGreaterThan(1);
  for (const [version, content] of acknowledged) {
    const read = await call(url, author.token, chapterCalls.readChapterVersion, {
      params: { ...params, version: String(version) },
    });
    expect(read.body.data.content === content, `version ${version}`).toBe(true);
  }
  expect((await end(server)).code).toBe(0);
});
