import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@inkling/contract/account';
import { getStory, listMyStories } from '@inkling/contract/stories';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { withAppContext } from '../cli/command.ts';
import { createAccount } from '../modules/account/account.service.ts';
import {
  databaseProcesses,
  freshDataFolder,
  migratedDataFolder,
  openForTest,
  runQuery,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { programVersion } from '../platform/version.ts';
import { createDatabase, type TestDatabase } from './testing/databases.ts';
import { inThisProcess, runCommand, startInkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

const chapter = (number: number) => `## Chapter ${number}\n\n${'The lamp burned on. '.repeat(60)}\n`;
const bookOf = (title: string, chapters: number) =>
  `# ${title}\n\n${Array.from({ length: chapters }, (_, index) => chapter(index + 1)).join('\n')}`;

/** Writes files to import; returns their paths by name. */
async function writeFiles<Name extends string>(
  contents: Record<Name, string | Buffer>,
): Promise<Record<Name, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-books-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = {} as Record<Name, string>;
  for (const name of Object.keys(contents) as Name[]) {
    paths[name] = join(folder, name);
    await writeFile(paths[name], contents[name]);
  }
  return paths;
}

/** A new database with one author, and no running server. */
async function siteWithAuthor(): Promise<{ database: TestDatabase; settings: Record<string, string> }> {
  const database = await createDatabase('migrated');
  const dataDir = await mkdtemp(join(tmpdir(), 'inkling-cli-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const request = { requestId: '', address: '', userAgent: '', token: null, tokenHash: null };
  await inThisProcess(() =>
    withAppContext(settings, (ctx) =>
      createAccount(
        { ...ctx, ...request, isClientGone: () => false },
        { username: 'Ada', email: 'ada@example.test' },
        inject('testPasswordHash'),
      ),
    ),
  );
  return { database, settings };
}

const titles = async (database: TestDatabase) =>
  (await database.query('select title from stories order by title')).map(({ title }) => title);

test('the operator imports books, grants rights, takes a story down and suspends a person while the server runs', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const books = await writeFiles({
    'first.md': bookOf('The First', 2),
    'second.txt': bookOf('The Second', 1),
  });

  const whileRunning = ['import', books['first.md'], '--author', author.username];
  expect(await runCommand(whileRunning, { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: `first.md: “The First”, 2 chapters, is now a draft of ${author.username}.\n`,
    stderr: '',
  });
  const mine = await call(server.url, author.token, listMyStories, {});
  expect(mine.body.data.map(({ title, isPublished }) => [title, isPublished])).toEqual([
    ['The First', false],
  ]);

  // The operator grants the first admin.
  expect(await runCommand(['admin', 'grant', author.username], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: `${author.username} is now an admin.\n`,
    stderr: '',
  });
  // The server remembers for a quarter of a second whose a token is.
  const asAuthor = () => call(server.url, author.token, getMe, {});
  await expect.poll(async () => (await asAuthor()).body.user.isAdmin).toBe(true);
  await runCommand(['admin', 'revoke', author.username], { DATA_DIR: dataDir });
  await expect.poll(async () => (await asAuthor()).body.user.isAdmin).toBe(false);

  // A story is taken down by its URL, listed with the reason, and reinstated.
  const story = await publishStory(server.url, author, 'The Copy');
  const settings = { DATA_DIR: dataDir };
  const address = `https://stories.example/story/${story}?from=home`;
  const status = async () => (await call(server.url, null, getStory, { params: { id: story } })).status;
  expect(await status()).toBe(200);
  const takenDown = await runCommand(['admin', 'unpublish', address, '--reason', 'It is a copy.'], settings);
  expect(takenDown).toEqual({
    code: 0,
    stdout: `The story “The Copy” by ${author.username} has been taken down, and its author will be notified by email.\nTo allow it to be published again: inkling admin release ${story}\n`,
    stderr: '',
  });
  expect(await status()).toBe(404);
  const outbox = join(dataDir, 'outbox');
  await waitUntil('the author has got an email', async () => {
    const names = await readdir(outbox).catch(() => []);
    const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    return emails.some((email) => email.includes('Subject: Your story was taken down'));
  });

  const takedowns = await runCommand(['admin', 'held'], settings);
  expect(takedowns.stdout).toContain(`${story}\n  The story “The Copy” by ${author.username}, since 2`);
  expect(takedowns.stdout).toContain('\n  It is a copy.\n');
  expect((await runCommand(['admin', 'release', story], settings)).stdout).toBe(
    `The story “The Copy” by ${author.username} can be published again by its author, who will be notified by email.\n`,
  );
  expect(await runCommand(['admin', 'release', story], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `The story “The Copy” by ${author.username} is not taken down.\n`,
  });
  expect((await runCommand(['admin', 'held'], settings)).stdout).toBe('Nothing is taken down.\n');
  const unknownId = '01900000-0000-7000-8000-000000000000';
  expect(await runCommand(['admin', 'unpublish', unknownId, '--reason', 'It is a copy.'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no story or chapter with the id ${unknownId}.\n`,
  });

  // The operator suspends a person.
  const suspended = await runCommand(['admin', 'suspend', author.username], { DATA_DIR: dataDir });
  expect(suspended.stdout).toBe(`${author.username} is suspended, and signed out everywhere.\n`);
  await expect.poll(async () => (await asAuthor()).status).toBe(401);
  expect((await stop(server)).code).toBe(0);

  const alone = ['import', '--author', author.username.toUpperCase(), books['second.txt']];
  const imported = await runCommand(alone, { DATA_DIR: dataDir });
  expect([imported.code, imported.stderr]).toEqual([0, '']);
  expect(await databaseProcesses(dataDir)).toEqual([]);
  const database = await openForTest(dataDir, { purpose: 'tool' });
  expect(await runQuery(database, 'select title from stories order by title')).toEqual([
    { title: 'Second' },
    { title: 'The Copy' },
    { title: 'The First' },
  ]);
});

test('an import of several files names those that are not books and imports the others', async () => {
  const { database, settings } = await siteWithAuthor();
  const books = await writeFiles({
    'good.md': bookOf('Good', 3),
    'broken.epub': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)]),
    'empty.txt': '',
    'picture.md': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'fine.txt': bookOf('Fine', 1),
  });
  const missingFile = join(tmpdir(), 'inkling-no-such-file.md');
  const args = ['import', ...Object.values(books), missingFile, tmpdir(), '--author', 'Ada'];
  const { code, stdout, stderr } = await runCommand(args, settings);
  expect(stdout).toBe(
    'good.md: “Good”, 3 chapters, is now a draft of Ada.\nfine.txt: “Fine”, 1 chapter, is now a draft of Ada.\n',
  );
  const complaints = stderr.trim().split('\n');
  expect(complaints.map((line) => line.split(':')[0])).toEqual([
    'broken.epub',
    'empty.txt',
    'picture.md',
    'inkling-no-such-file.md',
    'tmp',
  ]);
  for (const line of complaints) expect(line).toMatch(/^[^:]+: [A-Z].+\. Nothing was saved\.$/);
  expect(code).toBe(1);
  expect(await titles(database)).toEqual(['Fine', 'Good']);
});

test('an import for an unknown author fails and imports nothing', async () => {
  const { database, settings } = await siteWithAuthor();
  const books = await writeFiles({ 'good.md': bookOf('Good', 1) });
  expect(await runCommand(['import', books['good.md'], '--author', 'Nobody'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no user named Nobody. Sign up first, then import.\n',
  });
  expect(await runCommand(['admin', 'grant', 'Nobody'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no user named Nobody.\n',
  });
  expect(await titles(database)).toEqual([]);
});

test('contact messages can be listed and deleted without an operator email address', async () => {
  const database = await createDatabase('migrated');
  const settings = { DATABASE_URL: database.url, DATA_DIR: await freshDataFolder() };
  expect(await runCommand(['admin', 'messages'], settings)).toEqual({
    code: 0,
    stdout: 'There are no messages.\n',
    stderr: '',
  });
  const [message] =
    await database.query(`insert into contact_messages (name, email, subject, message, created_at)
    values ('Nora', 'nora@example.test', 'A question', E'May I?\\nI would like to.', '2026-03-02T10:00:00Z')
    returning id`);
  const id = String(message?.id);
  expect((await runCommand(['admin', 'messages'], settings)).stdout).toBe(
    `${id}\n  2026-03-02T10:00:00.000Z, not emailed\n  From: Nora <nora@example.test>\n  Subject: A question\n\n    May I?\n    I would like to.\n\n`,
  );
  expect(await runCommand(['admin', 'messages', 'delete', id, 'nonsense'], settings)).toEqual({
    code: 1,
    stdout: `${id} is deleted.\n`,
    stderr: 'There is no message nonsense.\n',
  });
  expect((await runCommand(['admin', 'messages'], settings)).stdout).toBe('There are no messages.\n');
});

/** An import that waits in the middle of its second book until `resume`, and what `start` returns for it. */
async function midImport<Run>(start: (args: string[], settings: Record<string, string>) => Run) {
  const { database, settings } = await siteWithAuthor();
  await database.query(`create function wait() returns trigger language plpgsql
    as $$ begin perform pg_advisory_xact_lock_shared(1); return null; end $$`);
  // Only the long book has such a chapter.
  await database.query(`create trigger wait after insert on chapters
    for each row when (new.title = 'Chapter 20') execute function wait()`);
  const blocker = new pg.Client(database.url);
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('select pg_advisory_lock(1)');
  const contents = {
    'short.md': bookOf('Short', 1),
    'long.md': bookOf('Long', 160),
    'last.md': bookOf('Last', 1),
  };
  const books = await writeFiles(contents);
  const run = start(['import', ...Object.values(books), '--author', 'Ada'], settings);
  const waiting = async () => {
    const { rows } = await blocker.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows.map(({ pid }) => pid);
  };
  await waitUntil('the long book is being written', async () => (await waiting()).length > 0);
  const hasEnded = async (pids: number[]) =>
    (await blocker.query('select from pg_stat_activity where pid = any($1)', [pids])).rowCount === 0;
  return {
    database,
    run,
    writers: await waiting(),
    hasEnded,
    resume: () => blocker.query('select pg_advisory_unlock(1)'),
  };
}

test.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'an import that is stopped by %s leaves nothing of the unfinished book',
  async (signal) => {
    const { database, run, writers, hasEnded, resume } = await midImport(startInkling);
    run.process.kill(signal);
    await resume();
    const code = await run.exit;
    if (signal === 'SIGKILL') expect(code).toBe('SIGKILL');
    else {
      expect(run.stderr()).toBe('Cancelled. Nothing of the unfinished book was saved.\n');
      expect(code).toBe(1);
    }
    await waitUntil('its connection is gone', () => hasEnded(writers));
    expect(await titles(database)).toEqual(['Short']);
    expect(await database.query('select count(*)::int as chapters from chapters')).toEqual([{ chapters: 1 }]);
  },
);

test('a book that fails because of a lost connection is named, and the next one is imported', async () => {
  const { database, run, writers } = await midImport(runCommand);
  await database.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [writers]);
  const { code, stderr } = await run;
  expect(code).toBe(1);
  expect(stderr).toBe(
    'long.md: The database is temporarily unavailable. Please try again shortly. Nothing was saved.\n',
  );
  expect(await titles(database)).toEqual(['Last', 'Short']);
  expect(await database.query('select count(*)::int as chapters from chapters')).toEqual([{ chapters: 2 }]);
});

test('the program prints help, and reports wrong arguments', async () => {
  for (const args of [[], ['help'], ['--help'], ['-h']]) {
    const { code, stdout, stderr } = await runCommand(args, {});
    expect([code, stderr]).toEqual([0, '']);
    for (const name of ['start', 'migrate', 'import', 'admin'])
      expect(stdout).toContain(`\n  inkling ${name}`);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(100);
  }
  const ofOne = await runCommand(['admin', '--help'], {});
  expect(ofOne).toMatchObject({ code: 0, stderr: '' });
  expect(ofOne.stdout).toMatch(
    /^ {2}inkling admin grant.*\n {2}inkling admin unpublish TEXT --reason REASON\n/,
  );
  expect(await runCommand(['version'], {})).toEqual({ code: 0, stdout: `${programVersion}\n`, stderr: '' });

  const unknown = await runCommand(['frobnicate'], {});
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/^inkling: unknown command frobnicate\.\n/);
  const misuses: [string[], string][] = [
    [['import'], 'name the files to import.'],
    [['import', 'a.md'], 'name the author of the stories: --author USERNAME'],
    [['admin', 'praise', 'Ada'], 'give an action and a username.'],
    [['admin', 'toString', 'Ada'], 'give an action and a username.'],
    [['admin', 'grant'], 'give an action and a username.'],
    [['admin', 'messages', 'delete'], 'give the ids of the messages to delete.'],
    [['admin', 'unpublish', 'a-story'], 'give one story or chapter, by its id or its address on the site.'],
    [['admin', 'unpublish', '01900000-0000-7000-8000-000000000000'], 'tell the author why: --reason "…"'],
    [['admin', 'held', 'x'], 'admin held takes no arguments.'],
    [['import', 'a.md', '--autor', 'Ada'], "Unknown option '--autor'"],
    [['migrate', '--dry-run'], 'migrate takes no arguments.'],
    [['start', '--port', '4000'], 'start takes no arguments.'],
    [['bench-data', '500'], 'what is 500?'],
  ];
  for (const [args, problem] of misuses) {
    const { code, stdout, stderr } = await runCommand(args, {});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`inkling ${args[0]}: ${problem}`);
    expect(stderr).toContain(`Usage: inkling ${args[0]}`);
  }
  const misconfigured = await runCommand(['migrate'], { PORT: 'abc' });
  expect(misconfigured.code).toBe(78);
  expect(misconfigured.stderr).toBe(
    'inkling migrate: This setting is wrong:\n  PORT: use a number from 0 to 65535\nSee docs/operating.md for every setting.\n',
  );
});

test('the events command shows listeners, retries and replays, and rejects wrong arguments', async () => {
  const database = await createDatabase('migrated');
  const settings = { DATABASE_URL: database.url, DATA_DIR: await mkdtemp(join(tmpdir(), 'inkling-cli-')) };
  onTestFinished(() => rm(settings.DATA_DIR, { recursive: true, force: true }));
  await database.query(`insert into event_cursors (listener, position) values ('rewards', 0)`);
  await database.query(`
    insert into event_failures (listener, subject, position, attempts, error)
    values ('rewards', uuidv7(), 7, 10, 'Error: no purse')`);
  expect(await runCommand(['events', 'status'], settings)).toEqual({
    code: 0,
    stdout: 'rewards: at 0, 0 to come, 0 retried, 1 set aside\n',
    stderr: '',
  });
  const failures = await runCommand(['events', 'failures'], settings);
  expect(failures.stdout).toMatch(
    /^rewards: event 7 \(deleted\) of .*, 10 attempts, set aside\n {2}Error: no purse\n$/,
  );
  expect((await runCommand(['events', 'retry', 'rewards'], settings)).stdout).toBe(
    '1 event is tried again.\n',
  );
  expect((await runCommand(['events', 'replay', 'rewards', '1'], settings)).stdout).toBe(
    'rewards gets the events from 1 on again.\n',
  );
  expect((await runCommand(['events', 'failures'], settings)).stdout).toBe('No event has failed.\n');
  expect((await runCommand(['events', 'replay', 'nothing', '1'], settings)).code).toBe(1);
  for (const words of [['replay', 'rewards', '0'], ['replay'], ['retry'], ['status', 'x'], ['elsewhere']]) {
    expect((await runCommand(['events', ...words], settings)).code, words.join(' ')).toBe(2);
  }
});
