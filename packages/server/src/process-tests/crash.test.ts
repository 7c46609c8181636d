import { getMyLibrary, saveProgress } from '@inkling/contract/library';
import { expect, test, vi } from 'vitest';
import {
  databaseProcesses,
  migratedDataFolder,
  postmasterOf,
  until,
} from '../platform/db/embedded/testing/database-users.ts';
import { startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 90_000 });

/** A reader who turns the pages of one story, and how far the server has acknowledged. */
interface Reading {
  reader: TestPerson;
  story: string;
  acknowledged: number;
}

const readers = 20;
const stories = 50;

async function beginToRead(url: string): Promise<Reading[]> {
  const people = await Promise.all(Array.from({ length: readers }, () => signUp(url)));
  const author = await signUp(url);
  const ids = await Promise.all(
    Array.from({ length: stories }, (_, n) => publishStory(url, author, `Story ${n}`)),
  );
  return people.flatMap((reader) => ids.map((story) => ({ reader, story, acknowledged: 0 })));
}

const save = (url: string, { reader, story }: Reading, progress: number) =>
  call(url, reader.token, saveProgress, { params: { id: story }, body: { progress } });

const asReader = (reading: Reading | undefined) => ({
  headers: { authorization: `Bearer ${reading?.reader.token}` },
});

interface Refused {
  status: number;
  message: string;
}

/**
 * All readers turn pages at once and on and on; the crash comes in the midst, and each stops at its next answer.
 * Gives who was refused, and how many connections ended without an answer.
 */
async function readThrough(url: string, readings: Reading[], crash: () => void) {
  const refused: Refused[] = [];
  let acknowledged = 0;
  let unanswered = 0;
  let crashed = false;
  const read = async (reading: Reading): Promise<void> => {
    while (!crashed && reading.acknowledged < 99) {
      const response = await save(url, reading, reading.acknowledged + 1).catch(() => null);
      if (response === null) {
        unanswered += 1;
        return;
      }
      if (response.status !== 200) {
        refused.push({ status: response.status, message: response.failure.message });
        return;
      }
      reading.acknowledged += 1;
      acknowledged += 1;
      if (acknowledged !== 1500) continue;
      crash();
      crashed = true;
    }
  };
  await Promise.all(readings.map(read));
  expect(acknowledged).toBeGreaterThanOrEqual(1500);
  return { refused, unanswered };
}

/** The readers whose place is not where the server acknowledged it, or one page on. */
async function lost(url: string, readings: Reading[]): Promise<Reading[]> {
  const places = new Map<string, number>();
  for (const token of new Set(readings.map(({ reader }) => reader.token))) {
    const entries = (await call(url, token, getMyLibrary, {})).body.data;
    for (const { storyId, progress } of entries) places.set(`${token} ${storyId}`, progress);
  }
  return readings.filter(({ reader, story, acknowledged }) => {
    const place = places.get(`${reader.token} ${story}`) ?? 0;
    return place < acknowledged || place > acknowledged + 1;
  });
}

test('a server that is killed while a thousand readers turn pages has every page that it acknowledged', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const readings = await beginToRead(server.url);
  await readThrough(server.url, readings, () => server.process.kill('SIGKILL'));
  expect(await server.exit).toBe('SIGKILL');

  const again = await startServer({ DATA_DIR: dataDir });
  expect(await lost(again.url, readings)).toEqual([]);
  const saved = await Promise.all(readings.map((reading) => save(again.url, reading, 99)));
  expect(saved.every(({ status }) => status === 200)).toBe(true);
  expect((await stop(again)).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
});

test('a database that is killed under a thousand readers costs them a moment, and no page', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const readings = await beginToRead(server.url);
  const postmaster = await postmasterOf(dataDir);
  const { refused, unanswered } = await readThrough(server.url, readings, () =>
    process.kill(postmaster, 'SIGKILL'),
  );
  // Everybody is answered, and those who were not served are told why.
  expect(unanswered).toBe(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status, message }) => `${status} ${message}`))).toEqual(
    new Set(['503 The database is away for a moment. Please try again shortly.']),
  );

  // Killed once more: whoever comes meanwhile, for whatever, is served or told the same.
  await until('the database is back', async () => (await fetch(`${server.url}/readyz`)).ok);
  process.kill(await postmasterOf(dataDir), 'SIGKILL');
  const paths = ['/readyz', '/', '/api/v1/stories', '/api/v1/home', '/api/v1/auth/status'];
  const seen = new Set<number>();
  await until('the server serves again', async () => {
    const statuses = await Promise.all(
      paths.map(async (path) => (await fetch(`${server.url}${path}`, asReader(readings[0]))).status),
    );
    for (const status of statuses) seen.add(status);
    return statuses.every((status) => status === 200);
  });
  expect([...seen].sort(), server.stdout().slice(-3000)).toEqual([200, 503]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await lost(server.url, readings)).toEqual([]);
  expect(server.process.exitCode).toBeNull();
  expect((await stop(server)).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
});
