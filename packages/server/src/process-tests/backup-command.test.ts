import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { access, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { BackupProblem, openBackup } from '../backup/backup-file.ts';
import {
  migratedDataFolder,
  temporaryFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { zipFile } from '../platform/zip-file.ts';
import { siteWithAuthor } from './testing/books.ts';
import { readState } from './testing/database-copy.ts';
import { createDatabase, lockUsers } from './testing/databases.ts';

import { runCommand, runInkling, startInkling } from './testing/programs.ts';
import { copyProject } from './testing/project-copy.ts';

/** A backup of a site with one author, and what it was made of. */
async function backedUpSite(settings: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  const { database } = await siteWithAuthor();
  const at = { DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url };
  const file = join(folder, 'site.zip');
  expect(await runCommand(['backup', file], { ...at, ...settings })).toMatchObject({ code: 0 });
  return { folder, database, at, file };
}

/** The zip with another manifest. */
async function withManifest(from: string, to: string, change: Record<string, unknown>): Promise<string> {
  const zip = await openPromise(from, { autoClose: false });
  const chunks: Uint8Array[] = [];
  const copy = zipFile({ append: async (bytes) => void chunks.push(bytes) }, new Date());
  for await (const entry of zip.eachEntry()) {
    const bytes = await buffer(await zip.openReadStreamPromise(entry));
    const isManifest = entry.fileName === 'manifest.json';
    const content = isManifest ? JSON.stringify({ ...JSON.parse(bytes.toString()), ...change }) : bytes;
    await copy.add(entry.fileName, content);
  }
  await copy.end();
  zip.close();
  await writeFile(to, Buffer.concat(chunks));
  return to;
}

const readRows = (url: string) => readState({ connectionString: url });

test('a wrong, cut, damaged or newer file is refused before anything is touched [R59]', async () => {
  const { folder, file } = await backedUpSite({
    BACKUP_PASSPHRASE: 'nine grey geese at dawn',
    ADDRESS_KEY: 'k'.repeat(40),
  });
  const bytes = await readFile(file);
  const variant = async (name: string, content: Buffer | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const flipped = (at: number) => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 0x10;
    return copy;
  };
  const { manifest } = await openBackup(file);
  const DATA_DIR = join(folder, 'untouched');
  const refusal = async (path: string, settings = {}) => {
    const result = await runCommand(['restore', path], { DATA_DIR, ...settings });
    expect(result.code).toBe(1);
    return result.stderr;
  };
  const incomplete = 'is not a complete backup of Inkling';
  expect(await refusal(join(folder, 'nowhere.zip'))).toContain('does not exist');
  expect(await refusal(await variant('words.zip', 'no zip at all'))).toContain(incomplete);
  expect(await refusal(await variant('cut.zip', bytes.subarray(0, bytes.length - 1)))).toContain(incomplete);
  expect(await refusal(await variant('half.zip', bytes.subarray(0, bytes.length / 2)))).toContain(incomplete);
  const other = await withManifest(file, join(folder, 'other.zip'), { format: 'something else' });
  expect(await refusal(other)).toContain(incomplete);
  const newer = await withManifest(file, join(folder, 'newer.zip'), { formatVersion: 2 });
  expect(await refusal(newer)).toContain('made by a newer version');
  const migrations = [...manifest.migrations, '0099-later'];
  const later = await withManifest(file, join(folder, 'later.zip'), { migrations });
  expect(await refusal(later)).toContain('made by a newer version');
  expect(await refusal(file, { BACKUP_PASSPHRASE: 'eight grey geese at dawn' })).toContain(
    'is not the one that this backup was made with',
  );
  await expect(access(DATA_DIR)).rejects.toThrow();

  // Cut anywhere, or of another kind under this name.
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const path = await variant('cut.zip', bytes.subarray(0, randomInt(bytes.length)));
    await expect(openBackup(path)).rejects.toThrow(BackupProblem);
  }
  const foreign: Uint8Array[] = [];
  const zip = zipFile({ append: async (part) => void foreign.push(part) }, new Date());
  await zip.add('word/document.xml', '<w:document/>');
  await zip.end();
  await expect(openBackup(await variant('foreign.zip', Buffer.concat(foreign)))).rejects.toThrow(incomplete);
  // The name of a file means nothing.
  (await openBackup(await variant('renamed.docx', bytes))).close();

  // A byte that differs anywhere: refused, or one that carries no content.
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const at = randomInt(bytes.length);
    const path = await variant('flipped.zip', flipped(at));
    const opened = await openBackup(path).catch((error: unknown) => error);
    if (opened instanceof BackupProblem) continue;
    expect([at, opened]).toMatchObject([at, { manifest }]);
    (opened as Awaited<ReturnType<typeof openBackup>>).close();
  }
});

test('a failed check changes nothing and its reason stays in a file; --ignore-checks accepts it [R59]', async () => {
  const { folder, database, at, file: right } = await backedUpSite();
  // A table of the operator's own is neither restored nor removed.
  await database.query('create table public.own_notes (note text)');
  await database.query('update users set followers_count = 3');
  const file = join(folder, 'wrong.zip');
  expect((await runCommand(['backup', file], at)).code).toBe(0);
  const verified = await runCommand(['backup', 'verify', file], at);
  expect([verified.code, verified.stderr]).toEqual([
    1,
    expect.stringContaining('can’t be restored. 1 counters differ'),
  ]);
  // With any settings of the site, for which a bucket is none here.
  const bucket = Object.fromEntries(
    ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name) => [name, 'a-bucket']),
  );
  const inBucket = { ...bucket, S3_ENDPOINT: 'http://127.0.0.1:1', BACKUP_TO: 'bucket', PLANS: 'on' };
  expect(await runCommand(['backup', 'verify', right], { ...at, ...inBucket })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /can be restored\. .*Checked every row, 1 row with counters or balances, the text of 0 chapters byte for byte\.\n$/,
    ),
  });

  const target = await createDatabase('migrated');
  const before = await readRows(target.url);
  // The daily backups that this machine has are not those of the backup.
  await target.query(`update daily_backups set good_at = now(), good_name = 'mine', good_size = 1`);
  const settings = { DATA_DIR: join(folder, 'target'), DATABASE_URL: target.url };
  const failed = await runCommand(['restore', file], settings);
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining('The site is as it was before. 1 counters'),
  ]);
  const [reason = ''] = await readdir(join(settings.DATA_DIR, 'backups'));
  expect(await readFile(join(settings.DATA_DIR, 'backups', reason), 'utf8')).toContain('1 counters differ');
  expect((await readRows(target.url)).hashes.users).toEqual(before.hashes.users);
  expect(await runCommand(['restore', file, '--ignore-checks'], settings)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('not restored: own_notes.'),
  });
  expect((await readRows(target.url)).hashes.users).toEqual((await readRows(database.url)).hashes.users);

  expect(await target.query('select good_name from daily_backups')).toEqual([{ good_name: 'mine' }]);

  // Without a restore point, the operator types the name of the site that is lost.
  const bare = ['restore', right, '--without-restore-point'];
  const typed = async (line: string) => {
    const run = startInkling(bare, settings, [], line);
    return { code: await run.exit, stderr: run.stderr() };
  };
  expect(await typed('another\n')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nothing was changed'),
  });
  expect(await typed('localhost:3000\n')).toMatchObject({ code: 0 });
  expect(await readdir(join(settings.DATA_DIR, 'backups'))).toEqual([reason]);
});

test('a backup or a restore that is killed in the middle leaves nothing half done [R59]', async () => {
  const { folder, database, at, file } = await backedUpSite();
  const before = await readRows(database.url);

  const out = join(folder, 'killed.zip');
  const reading = await lockUsers(database, 'access exclusive');
  const backup = startInkling(['backup', out], at);
  await waitUntil('the backup reads the table', reading.isAwaited);
  const words = await readFile(`/proc/${backup.process.pid}/cmdline`, 'utf8').catch(() => null);
  if (words !== null) expect(words.split('\0')).toContain('--max-semi-space-size=2');
  backup.process.kill('SIGKILL');
  await backup.exit;
  await reading.release();
  await expect(access(out)).rejects.toThrow();
  expect((await runInkling(['backup', out], at)).code).toBe(0);

  // The last step: everything is loaded, and the old tables are about to be replaced.
  await database.query(`update users set username = 'later'`);
  const changed = await readRows(database.url);
  expect(changed.hashes.users).not.toEqual(before.hashes.users);
  const replacing = await lockUsers(database, 'access share');
  const restore = startInkling(['restore', file], at);
  await waitUntil('the restore replaces the table', replacing.isAwaited);
  restore.process.kill('SIGKILL');
  await restore.exit;
  await replacing.release();
  expect((await readRows(database.url)).hashes.users).toEqual(changed.hashes.users);
  expect((await runInkling(['restore', file], at)).code).toBe(0);
  expect((await readRows(database.url)).hashes.users).toEqual(before.hashes.users);
});

test('a backup whose reader stops reading fails in one sentence and leaves nothing behind [R59]', async () => {
  const { folder, database, at } = await backedUpSite();
  // More than a pipe holds.
  await database.query(`
    insert into site_state (name, value, at)
    select 'filler', jsonb_build_object('text', string_agg(sha256(n::text::bytea)::text, '')), now()
    from generate_series(1, 9000) n`);
  const filesOf = () => readdir(folder, { recursive: true });
  const before = await filesOf();
  const run = startInkling(['backup', '-'], at);
  run.process.stdout?.once('data', () => run.process.stdout?.destroy());
  expect([await run.exit, run.stderr()]).toEqual([
    1,
    'inkling backup: Standard output was closed, so the backup is not complete.\n',
  ]);
  expect(await filesOf()).toEqual(before);
});

test('the commands of docs/backup.md work as they are there [R59]', async () => {
  const { folder } = await backedUpSite();
  const page = await readFile(join(import.meta.dirname, '../../../../docs/backup.md'), 'utf8');
  const commands = page.match(/(?<=^ {4})npx inkling .*$/gm) ?? [];
  expect(commands).toHaveLength(6);
  const work = join(folder, 'work');
  await mkdir(work);
  const { database } = await siteWithAuthor();
  const program = `"${process.execPath}" "${join(import.meta.dirname, '../../bin/inkling.mjs')}"`;
  const script = commands.map((line) => line.replace('npx inkling', program)).join('\n');
  const env = { PATH: process.env.PATH, DATA_DIR: join(work, 'data'), DATABASE_URL: database.url };
  const run = await promisify(execFile)('sh', ['-ec', script], { cwd: work, env });
  expect(run.stdout).toContain('Restored. Start the server.');
  for (const copy of [join(work, 'site.zip'), join(work, 'copy.zip')]) (await openBackup(copy)).close();
});

test('a backup to standard output is complete, however slowly it is read [R59]', async () => {
  const { folder, database, at, file } = await backedUpSite();
  // More than a pipe holds, also compressed.
  await database.query(`
    insert into site_state (name, value, at)
    select 'padding', jsonb_build_object('ids', jsonb_agg(gen_random_uuid())), now() from generate_series(1, 10000)`);
  await runCommand(['backup', `${file}.large`], at);
  const { size } = await stat(`${file}.large`);
  expect(size).toBeGreaterThan(128 * 1024);
  const program = `"${process.execPath}" "${join(import.meta.dirname, '../../bin/inkling.mjs')}"`;
  // The reader stops when the pipe can’t hold quite all of the rest.
  const reader = `{ head -c ${size - 68 * 1024}; sleep 3; cat; } >slow.zip`;
  const env = { PATH: process.env.PATH, ...at };
  await promisify(execFile)('sh', ['-ec', `${program} backup - | ${reader}`], { cwd: folder, env });
  expect(await runCommand(['backup', 'verify', join(folder, 'slow.zip')], at)).toMatchObject({ code: 0 });
});

test('a restore that would fill the disk of an embedded database is refused, and so is one with a server that was started meanwhile [R59]', async () => {
  const { folder, database, at, file } = await backedUpSite();
  const DATA_DIR = await migratedDataFolder();
  const refused = await runCommand(['restore', file], { DATA_DIR, MIN_FREE_MB: '2000000000' });
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(
      /The site is as it was before\. .* MB free, but the rows need about .*Free some space/s,
    ),
  ]);

  const unverified = await runCommand(['backup', 'verify', file], { DATA_DIR, MIN_FREE_MB: '2000000000' });
  expect([unverified.code, unverified.stderr]).toEqual([
    1,
    expect.stringMatching(/could not be verified\. The disk of .* MB free, but the rows need/s),
  ]);

  // The reason has no place either.
  const settings = { ...at, DATA_DIR: join(folder, 'target') };
  const before = await readRows(database.url);
  const lock = await lockUsers(database, 'access share');
  const restore = startInkling(
    ['restore', file, '--without-restore-point'],
    settings,
    [],
    'localhost:3000\n',
  );
  await waitUntil('the restore waits', lock.isAwaited);
  await mkdir(settings.DATA_DIR, { recursive: true });
  await writeFile(join(settings.DATA_DIR, 'backups'), 'no folder');
  const server = new pg.Client({ connectionString: database.url, application_name: 'inkling' });
  await server.connect();
  await lock.release();
  expect(await restore.exit).toBe(1);
  await server.end();
  expect(restore.stderr()).toMatch(
    /as it was before\. A server was started in the meantime.*It couldn’t be stored: E/s,
  );
  expect((await readRows(database.url)).hashes.users).toEqual(before.hashes.users);
});

test('a restore ends all sessions, with their push messages, and says so; --keep-sessions keeps them [R59]', async () => {
  const { folder, database, at } = await backedUpSite();
  await database.query(`
    with session as (
      insert into sessions (hash, user_id, created_at, last_used_at)
      select sha256('stolen'), id, now(), now() from users returning hash)
    insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth, created_at, sent_until, due_at)
    select users.id, hash, 'https://push.example/1', decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'),
      now(), now(), now()
    from session, users`);
  const file = join(folder, 'signed-in.zip');
  expect(await runCommand(['backup', file], at)).toMatchObject({ code: 0 });
  // Its owner ends the session later.
  await database.query('delete from sessions');
  const restored = async (...options: string[]) => {
    const { code, stdout } = await runCommand(['restore', file, ...options], at);
    expect(code).toBe(0);
    const [rows] = await database.query(`
      select (select count(*) from sessions where hash = sha256('stolen'))::int as sessions,
        (select count(*) from push_subscriptions)::int as devices`);
    return { ...rows, isSaid: stdout.includes('All sessions were ended') };
  };
  expect(await restored()).toEqual({ sessions: 0, devices: 0, isSaid: true });
  expect(await restored('--keep-sessions')).toEqual({ sessions: 1, devices: 1, isSaid: false });
});

test('a backup without files that the site refers to is written, but fails and says which; verify and restore say so too [R59]', async () => {
  const { folder, database, at } = await backedUpSite();
  const stem = 'a'.repeat(32);
  await database.query(
    `insert into uploads (stem, owner_id, kind, widths, bytes, created_at)
      select $1, id, 'cover', '{600}', 9, now() - interval '1 hour' from users`,
    [stem],
  );
  const file = join(folder, 'incomplete.zip');
  const lacks = `1 image file is missing: ${stem}-600.webp. Put it back`;
  expect(await runCommand(['backup', file], at)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Backed up'),
    stderr: expect.stringContaining(`The backup is not complete. ${lacks}`),
  });
  expect(await runCommand(['backup', 'verify', file], at)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('can be restored, but not completely.'),
    stderr: expect.stringContaining(lacks),
  });
  expect(await runCommand(['restore', file], at)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(lacks),
  });
});

/** Types these lines at the terminal of a command in this process. */
async function type(args: string[], settings: Record<string, string>, ...lines: string[]) {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
  terminal.write(lines.map((line) => `${line}\r`).join(''));
  const result = await runCommand(args, settings).finally(() => stdin.mockRestore());
  for (const line of lines) expect(result.stdout + result.stderr).not.toContain(line);
  return result;
}

test('a passphrase is typed: twice for a backup, once to verify or restore it; a wrong one is refused first [R59]', async () => {
  const { database, settings } = await siteWithAuthor();
  const folder = await temporaryFolder();
  const file = join(folder, 'typed.zip');
  const at = { ...settings, ADDRESS_KEY: 'k'.repeat(40) };
  const asked = ['backup', file, '--ask-passphrase'];
  const [right, wrong] = ['nine grey geese at dawn', 'eight grey geese at dawn'];
  expect(await type(asked, at, right, wrong)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The two passphrases don’t match'),
  });
  expect(await type(asked, at, 'short', 'short')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('at least 12 characters'),
  });
  await expect(access(file)).rejects.toThrow();
  expect(await type(asked, at, right, right)).toMatchObject({ code: 0 });
  expect(await readFile(file)).not.toContain(right);

  const before = await readRows(database.url);
  for (const args of [
    ['backup', 'verify', file],
    ['restore', file],
  ])
    expect(await type([...args, '--ask-passphrase'], at, wrong)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not the one that this backup was made with'),
    });
  expect(await readRows(database.url)).toEqual(before);
  const target = { DATA_DIR: join(folder, 'target'), DATABASE_URL: (await createDatabase('migrated')).url };
  const restored = await type(['restore', file, '--ask-passphrase'], target, right);
  expect(restored).toMatchObject({ code: 0, stdout: expect.not.stringContaining('not restored') });
  expect(await readFile(join(target.DATA_DIR, 'addresses.secret'), 'utf8')).toBe(`${'k'.repeat(40)}\n`);
});

test('a backup restores into the next version, which upgrades its rows, and not the other way [R59]', async () => {
  const { folder, database, file } = await backedUpSite();
  const next = await copyProject('build', 'screens', 'features');
  await writeFile(
    join(next, 'packages/server/migrations/0002-next.ts'),
    `import { type Kysely, sql } from 'kysely';
    export const up = async (db: Kysely<never>) =>
      void (await sql\`alter table users add column shout text generated always as (upper(username)) stored;
        create table later_things (user_id uuid primary key references users);
        insert into later_things select id from users\`.execute(db));`,
  );
  const program = join(next, 'packages/server/bin/inkling.mjs');
  const target = await createDatabase('empty');
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'next'), DATABASE_URL: target.url };
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env });
  expect((await run('restore', file, '--keep-sessions')).stdout).toContain('Restored. Start the server.');
  expect(await target.query('select shout from users join later_things on user_id = id')).toEqual([
    { shout: 'ADA' },
  ]);
  const { hashes } = await readRows(database.url);
  expect((await readRows(target.url)).hashes).toMatchObject({
    sessions: hashes.sessions,
    genres: hashes.genres,
  });

  const newer = join(folder, 'next.zip');
  await run('backup', newer);
  expect(await runCommand(['restore', newer], { DATA_DIR: join(folder, 'older') })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('made by a newer version'),
  });
});
