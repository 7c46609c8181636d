import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { getMe } from '@inkling/contract/account';
import { getStory, listMyStories, uploadBookCover } from '@inkling/contract/stories';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  migratedDataFolder,
  openForTest,
  readPostmasterPid,
  runQuery,
} from '../platform/db/embedded/testing/database-users.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

const run = promisify(execFile);

/** Every row of every table, as text. */
async function allRows(dataDir: string) {
  const database = await openForTest(dataDir, { purpose: 'tool' });
  const rows = await runQuery(
    database,
    `select oid::regclass::text as its_table, query_to_xml('select * from ' || oid::regclass, true, false, '')::text as its_rows
      from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text in ('public', 'pgboss') order by 1`,
  );
  await database.stop();
  return rows;
}

/** Uploads a cover; returns the image's URL. */
async function uploadCover(url: string, token: string, storyId: string, bytes: Buffer): Promise<string> {
  const input = { body: { storyId }, file: { name: 'cover.png', bytes } };
  const { url: path, headers, payload } = requestOfKey(uploadBookCover.key, input, token);
  if (!Buffer.isBuffer(payload)) throw new Error('the upload has no bytes');
  const body = new Uint8Array(payload);
  const sent = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body,
  });
  const response = uploadBookCover.response.parse(await sent.json());
  return response.imageUrl;
}

async function fetchBytes(url: string): Promise<Buffer> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

// The commands of docs/backup.md.
test('a copy of a stopped server’s data folder restores rows, sessions and images [R59]', async () => {
  const dataDir = await migratedDataFolder();
  const backup = join(dirname(dataDir), 'inkling-backup');
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The Kept One');
  const picture = sharp({ create: { width: 500, height: 700, channels: 3, background: '#246' } });
  const cover = await uploadCover(server.url, author.token, story, await picture.png().toBuffer());
  const image = await fetchBytes(`${server.url}${cover}`);
  expect((await stop(server)).code).toBe(0);
  await run('cp', ['-a', dataDir, backup]);
  const rows = await allRows(dataDir);

  // Changes after the backup, then a crash.
  const later = await openForTest(dataDir);
  await runQuery(later, `update stories set title = 'The Lost One'`);
  process.kill(await readPostmasterPid(dataDir), 'SIGKILL');
  await later.stop();

  await rename(dataDir, `${dataDir}.broken`);
  await run('cp', ['-a', backup, dataDir]);
  expect(await allRows(dataDir)).toEqual(rows);
  const restored = await startServer({ DATA_DIR: dataDir });
  expect((await call(restored.url, author.token, getMe, {})).body.user.username).toBe(author.username);
  const read = (await call(restored.url, null, getStory, { params: { id: story } })).body.data;
  expect([read.title, read.coverImage]).toEqual(['The Kept One', cover]);
  expect((await fetchBytes(`${restored.url}${cover}`)).equals(image)).toBe(true);
  expect((await call(restored.url, author.token, listMyStories, {})).body.data).toHaveLength(1);
  expect((await stop(restored)).code).toBe(0);
});
