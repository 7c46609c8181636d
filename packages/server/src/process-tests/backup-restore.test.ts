import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uploadBookCover } from '@inkling/contract/stories';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  freshDataFolder,
  migratedDataFolder,
  temporaryFolder,
} from '../platform/db/embedded/testing/database-users.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { createDatabase } from './testing/databases.ts';
import { runCommand, runInkling, startServer, stop } from './testing/programs.ts';
import { contentOf, contentOfFolder, imagesIn } from './testing/site-content.ts';
import { publishStory, signUp } from './testing/test-people.ts';

async function uploadCover(url: string, token: string, storyId: string): Promise<void> {
  const picture = sharp({ create: { width: 300, height: 400, channels: 3, background: '#642' } });
  const input = { body: { storyId }, file: { name: 'cover.png', bytes: await picture.png().toBuffer() } };
  const { url: path, headers, payload } = requestOfKey(uploadBookCover.key, input, token);
  if (!Buffer.isBuffer(payload)) throw new Error('the upload has no bytes');
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(payload),
  });
  expect(response.ok).toBe(true);
}

const passphrase = { BACKUP_PASSPHRASE: 'nine grey geese at dawn' };

test('a site that is in use is backed up, and restored into an embedded database and into one of another name [R59]', async () => {
  const source = await migratedDataFolder();
  const folder = await temporaryFolder();
  const [busy, quiet] = [join(folder, 'busy.zip'), join(folder, 'quiet.zip')];
  const server = await startServer({ DATA_DIR: source });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The “Kept” One\\ \t日本');
  await uploadCover(server.url, author.token, story);

  // People keep writing until the backup is complete.
  let isDone = false;
  const writing = (async () => {
    let written = 0;
    for (; !isDone; written += 1) await publishStory(server.url, author, `Story ${written}`);
    return written;
  })();
  const made = await runInkling(['backup', busy], { DATA_DIR: source, ...passphrase });
  isDone = true;
  expect(await writing).toBeGreaterThan(0);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect((await stop(server)).code).toBe(0);

  // The same file has the same rows in every database, and the counters of its moment fit its rows.
  const embedded = await freshDataFolder();
  const first = await runInkling(['restore', busy], { DATA_DIR: embedded, ...passphrase });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const external = await createDatabase('empty');
  const otherData = await temporaryFolder();
  const second = await runInkling(['restore', busy], { DATA_DIR: otherData, DATABASE_URL: external.url });
  expect(second.stdout).toContain('keys for push messages and address hashes are not restored');
  expect(second.code).toBe(0);
  const content = await contentOfFolder(embedded);
  expect(await contentOf({ connectionString: external.url })).toEqual(content);
  expect(await imagesIn(embedded)).toEqual(await imagesIn(source));
  expect(await imagesIn(otherData)).toEqual(await imagesIn(source));
  expect(await readFile(join(embedded, 'addresses.secret'))).toEqual(
    await readFile(join(source, 'addresses.secret')),
  );

  // A site at rest is the same afterwards in every table and file, and a site with people gets a restore point.
  expect((await runInkling(['backup', quiet], { DATA_DIR: source })).code).toBe(0);
  const again = await runInkling(['restore', quiet], { DATA_DIR: embedded });
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(await contentOfFolder(embedded)).toEqual(await contentOfFolder(source));
  const point = /before-restore-[\d-]+\.zip/.exec(again.stdout)?.[0] ?? '';
  const back = await runInkling(['restore', join(embedded, 'backups', point)], { DATA_DIR: embedded });
  expect(back.code).toBe(0);
  expect(await contentOfFolder(embedded)).toEqual(content);

  const restored = await startServer({ DATA_DIR: embedded });
  await publishStory(restored.url, author, 'The Next');
  const page = await fetch(`${restored.url}/story/${story}`, { headers: { accept: 'text/html' } });
  expect([page.status, (await page.text()).includes('日本')]).toEqual([200, true]);
  // A running server would show what it remembers.
  const running = await runCommand(['restore', quiet], { DATA_DIR: embedded });
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('Inkling is already running') });
  expect((await stop(restored)).code).toBe(0);
});
