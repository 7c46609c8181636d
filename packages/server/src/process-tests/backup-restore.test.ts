import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listChaptersOfStory, updateChapter } from '@inkling/contract/chapters';
import { updateStory, uploadBookCover } from '@inkling/contract/stories';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  freshDataFolder,
  migratedDataFolder,
  openForTest,
  temporaryFolder,
} from '../platform/db/embedded/testing/database-users.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { textOf } from '../testing/stories-for-tests.ts';
import { contentOf, imagesIn } from './testing/books.ts';
import { createDatabase } from './testing/databases.ts';
import { runCommand, runInkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

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

const tool = { purpose: 'tool' } as const;
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

  // What a browser holds of a moment that will be lost: a page, and the version of a chapter.
  const rename = (url: string, title: string) =>
    call(url, author.token, updateStory, { params: { id: story }, body: { title } });
  const pageOf = (url: string, tag = '') =>
    fetch(`${url}/story/${story}`, { headers: { accept: 'text/html', 'if-none-match': tag } });
  const listed = await call(server.url, null, listChaptersOfStory, { params: { storyId: story } });
  const id = listed.body.data[0]?._id ?? '';
  const save = (url: string, content: string, baseVersion?: number) =>
    call(url, author.token, updateChapter, { params: { id }, body: { content, baseVersion } });
  await rename(server.url, 'The Lost One');
  const lostTag = (await pageOf(server.url)).headers.get('etag') ?? '';
  expect((await pageOf(server.url, lostTag)).status).toBe(304);
  const lostVersion = (await save(server.url, textOf(220))).body.data.version;
  expect((await stop(server)).code).toBe(0);

  // The same file has the same rows in every database, and the counters of its moment fit its rows.
  const embedded = await freshDataFolder();
  const first = await runCommand(['restore', busy, '--keep-sessions'], { DATA_DIR: embedded, ...passphrase });
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const external = await createDatabase('empty');
  const otherData = await temporaryFolder();
  const second = await runCommand(['restore', busy, '--keep-sessions'], {
    DATA_DIR: otherData,
    DATABASE_URL: external.url,
  });
  expect(second.stdout).toContain('keys for push messages and address hashes are not restored');
  expect(second.code).toBe(0);
  // Running databases, which the commands below do not have to start.
  const [ofEmbedded, ofSource] = [await openForTest(embedded, tool), await openForTest(source, tool)];
  const content = await contentOf(ofEmbedded.connection);
  expect(await contentOf({ connectionString: external.url })).toEqual(content);
  expect(await imagesIn(embedded)).toEqual(await imagesIn(source));
  expect(await imagesIn(otherData)).toEqual(await imagesIn(source));
  expect(await readFile(join(embedded, 'addresses.secret'))).toEqual(
    await readFile(join(source, 'addresses.secret')),
  );

  // A site at rest is the same afterwards in every table and file, and a site with people gets a restore point.
  expect((await runCommand(['backup', quiet], { DATA_DIR: source })).code).toBe(0);
  await runCommand(['maintenance', 'on'], { DATA_DIR: embedded });
  const again = await runCommand(['restore', quiet, '--keep-sessions'], { DATA_DIR: embedded });
  expect(again).toMatchObject({ code: 0, stderr: '' });
  // Maintenance mode is of the site, not of the backup; nor is it restored from the restore point below.
  const off = await runCommand(['maintenance', 'off'], { DATA_DIR: embedded });
  expect(off.stdout).toBe('Maintenance mode is off.\n');
  expect(await contentOf(ofEmbedded.connection)).toEqual(await contentOf(ofSource.connection));
  const point = /before-restore-[\d-]+\.zip/.exec(again.stdout)?.[0] ?? '';
  const fromPoint = ['restore', join(embedded, 'backups', point), '--keep-sessions'];
  const back = await runCommand(fromPoint, { DATA_DIR: embedded });
  expect(back.code).toBe(0);
  expect(await contentOf(ofEmbedded.connection)).toEqual(content);

  const restored = await startServer({ DATA_DIR: embedded });
  await publishStory(restored.url, author, 'The Next');
  const page = await pageOf(restored.url);
  expect([page.status, (await page.text()).includes('日本')]).toEqual([200, true]);
  // The next revision has the number of the lost one, but is never taken for it.
  await rename(restored.url, 'The Other One');
  const other = await pageOf(restored.url, lostTag);
  expect([other.status, (await other.text()).includes('The Other One')]).toEqual([200, true]);
  const refused = { code: 'TEXT_CHANGED' };
  expect((await save(restored.url, textOf(230), lostVersion)).failure).toMatchObject(refused);
  const { version } = (await save(restored.url, textOf(240), 1)).body.data;
  expect(version).toBeGreaterThan(lostVersion);
  expect((await save(restored.url, textOf(230), lostVersion)).failure).toMatchObject(refused);
  // A running server would show what it remembers.
  const running = await runCommand(['restore', quiet], { DATA_DIR: embedded });
  expect(running).toMatchObject({ code: 1, stderr: expect.stringContaining('Inkling is already running') });
  expect((await stop(restored)).code).toBe(0);
});
