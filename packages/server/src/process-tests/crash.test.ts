import { randomInt } from 'node:crypto';
import { getMyLibrary, saveProgress } from '@inkling/contract/library';
import { expect, test } from 'vitest';
import {
  databaseProcesses,
  migratedDataFolder,
  readPostmasterPid,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { type RunningServer, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp, type TestPerson } from './testing/test-people.ts';

/** A reader of one story, and the last progress that the server acknowledged. */
interface Reading {
  reader: TestPerson;
  story: string;
  acknowledged: number;
}

const readerCount = 10;
const storyCount = 8;

async function startReading(url: string): Promise<Reading[]> {
  const people = await Promise.all(Array.from({ length: readerCount }, () => signUp(url)));
  const author = await signUp(url);
  const ids: string[] = [];
  for (let n = 0; n < storyCount; n += 1) ids.push(await publishStory(url, author, `Story ${n}`));
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
 * All readers save progress concurrently until the crash, which comes when the server has acknowledged `saves` of them;
 * each stops after its next response. Returns the refused requests and the number of connections that ended without a
 * response.
 */
async function readUntilCrash(url: string, readings: Reading[], saves: number, crash: () => void) {
  const refused: Refused[] = [];
  let acknowledged = 0;
  let withoutResponse = 0;
  let crashed = false;
  const read = async (reading: Reading): Promise<void> => {
    while (!crashed && reading.acknowledged < 99) {
      const response = await save(url, reading, reading.acknowledged + 1).catch(() => null);
      if (response === null) {
        withoutResponse += 1;
        return;
      }
      if (response.status !== 200) {
        refused.push({ status: response.status, message: response.failure.message });
        return;
      }
      reading.acknowledged += 1;
      acknowledged += 1;
      if (acknowledged !== saves) continue;
      crash();
      crashed = true;
    }
  };
  await Promise.all(readings.map(read));
  expect(acknowledged).toBeGreaterThanOrEqual(saves);
  return { refused, withoutResponse };
}

/** The readings whose stored progress is neither the acknowledged one nor the next. All continue at the stored one. */
async function findLost(url: string, readings: Reading[]): Promise<Reading[]> {
  const progressOf = new Map<string, number>();
  for (const token of new Set(readings.map(({ reader }) => reader.token))) {
    const entries = (await call(url, token, getMyLibrary, {})).body.data;
    for (const { storyId, progress } of entries) progressOf.set(`${token} ${storyId}`, progress);
  }
  return readings.filter((reading) => {
    const { reader, story, acknowledged } = reading;
    const stored = progressOf.get(`${reader.token} ${story}`) ?? 0;
    reading.acknowledged = stored;
    return stored < acknowledged || stored > acknowledged + 1;
  });
}

/** Kills the database under load, twice; the server keeps running and loses no acknowledged progress. */
async function killsDatabase(server: RunningServer, dataDir: string, readings: Reading[]): Promise<void> {
  const postmaster = await readPostmasterPid(dataDir);
  const { refused, withoutResponse } = await readUntilCrash(server.url, readings, randomInt(50, 600), () =>
    process.kill(postmaster, 'SIGKILL'),
  );
  // Every request gets a response, and failures say why.
  expect(withoutResponse).toBe(0);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status, message }) => `${status} ${message}`))).toEqual(
    new Set(['503 The database is temporarily unavailable. Please try again shortly.']),
  );

  // After a second kill, every kind of request either succeeds or fails with a 503.
  await waitUntil('the database is available again', async () => (await fetch(`${server.url}/readyz`)).ok);
  process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
  const paths = ['/readyz', '/', '/api/v1/stories', '/api/v1/home', '/api/v1/auth/status'];
  const seenStatuses = new Set<number>();
  await waitUntil('the server works again', async () => {
    const statuses = await Promise.all(
      paths.map(async (path) => (await fetch(`${server.url}${path}`, asReader(readings[0]))).status),
    );
    for (const status of statuses) seenStatuses.add(status);
    return statuses.every((status) => status === 200);
  });
  expect([...seenStatuses].sort(), server.stdout().slice(-3000)).toEqual([200, 503]);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await findLost(server.url, readings)).toEqual([]);
  expect(server.process.exitCode).toBeNull();
}

test('a server that is killed at random moments, and one whose database is killed, lose no acknowledged progress [R53] [R55]', {
  // Three servers start one after the other.
  timeout: 600_000,
}, async () => {
  const dataDir = await migratedDataFolder();
  const moments = Array.from({ length: 2 }, () => randomInt(1, 200));
  let readings: Reading[] = [];
  for (const [index, saves] of moments.entries()) {
    const server = await startServer({ DATA_DIR: dataDir });
    if (index === 0) readings = await startReading(server.url);
    else expect(await findLost(server.url, readings), `killed after ${moments[index - 1]} saves`).toEqual([]);
    await readUntilCrash(server.url, readings, saves, () => server.process.kill('SIGKILL'));
    expect(await server.exit).toBe('SIGKILL');
  }

  const server = await startServer({ DATA_DIR: dataDir });
  expect(await findLost(server.url, readings), `killed after ${moments.at(-1)} saves`).toEqual([]);
  await killsDatabase(server, dataDir, readings);
  const saved = await Promise.all(readings.map((reading) => save(server.url, reading, 99)));
  expect(saved.every(({ status }) => status === 200)).toBe(true);
  expect((await stop(server)).code).toBe(0);
  expect(await databaseProcesses(dataDir)).toEqual([]);
});
