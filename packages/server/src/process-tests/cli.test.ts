import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@inkling/contract/account';
import { getStory, listMyStories } from '@inkling/contract/stories';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  databaseProcesses,
  freshDataFolder,
  migratedDataFolder,
  until,
} from '../platform/db/embedded/testing/database-users.ts';
import { programVersion } from '../platform/version.ts';
import { type OwnDatabase, ownDatabase } from './testing/databases.ts';
import { exited, inkling, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 60_000 });

const chapter = (number: number) => `## Chapter ${number}\n\n${'The lamp burned on. '.repeat(60)}\n`;
const bookOf = (title: string, chapters: number) =>
  `# ${title}\n\n${Array.from({ length: chapters }, (_, index) => chapter(index + 1)).join('\n')}`;

/** Files to import, by their names. */
async function files<Name extends string>(
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

/** An author in a database of her own that no server uses. */
async function siteWithAuthor(): Promise<{ database: OwnDatabase; settings: Record<string, string> }> {
  const database = await ownDatabase('migrated');
  const dataDir = await mkdtemp(join(tmpdir(), 'inkling-cli-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const server = await startServer(settings);
  await signUp(server.url, 'Ada');
  await stop(server);
  return { database, settings };
}

const titles = async (database: OwnDatabase) =>
  (await database.ask('select title from stories order by title')).map(({ title }) => title);

test('a book is imported while the server runs, and while it does not', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const books = await files({ 'first.md': bookOf('The First', 2), 'second.txt': bookOf('The Second', 1) });

  const whileRunning = ['import', books['first.md'], '--author', author.username];
  expect(await exited(whileRunning, { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: `first.md: “The First”, 2 chapters, is now a draft of ${author.username}.\n`,
    stderr: '',
  });
  const mine = await call(server.url, author.token, listMyStories, {});
  expect(mine.body.data.map(({ title, isPublished }) => [title, isPublished])).toEqual([
    ['The First', false],
  ]);
  expect((await stop(server)).code).toBe(0);

  const alone = ['import', '--author', author.username.toUpperCase(), books['second.txt']];
  const imported = await exited(alone, { DATA_DIR: dataDir });
  expect([imported.code, imported.stderr]).toEqual([0, '']);
  expect(await databaseProcesses(dataDir)).toEqual([]);

  const again = await startServer({ DATA_DIR: dataDir });
  expect((await call(again.url, author.token, listMyStories, {})).body.data).toHaveLength(2);

  // Whoever runs the site makes the first admin.
  expect(await exited(['admin', 'grant', author.username], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    stdout: `${author.username} is now an admin.\n`,
    stderr: '',
  });
  expect((await call(again.url, author.token, getMe, {})).body.user.isAdmin).toBe(true);
  await exited(['admin', 'revoke', author.username], { DATA_DIR: dataDir });
  expect((await call(again.url, author.token, getMe, {})).body.user.isAdmin).toBe(false);

  // And shuts somebody out, at once.
  const suspended = await exited(['admin', 'suspend', author.username], { DATA_DIR: dataDir });
  expect(suspended.stdout).toBe(`${author.username} is suspended, and signed out everywhere.\n`);
  expect((await call(again.url, author.token, getMe, {})).status).toBe(401);
  expect((await stop(again)).code).toBe(0);
});

test('of several files, those that are no books are named, and the others arrive', async () => {
  const { database, settings } = await siteWithAuthor();
  const books = await files({
    'good.md': bookOf('Good', 3),
    'broken.epub': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)]),
    'empty.txt': '',
    'picture.md': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'fine.txt': bookOf('Fine', 1),
  });
  const gone = join(tmpdir(), 'inkling-no-such-file.md');
  const args = ['import', ...Object.values(books), gone, tmpdir(), '--author', 'Ada'];
  const { code, stdout, stderr } = await exited(args, settings);
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
  for (const line of complaints) expect(line).toMatch(/^[^:]+: [A-Z].+\. Nothing of it was kept\.$/);
  expect(code).toBe(1);
  expect(await titles(database)).toEqual(['Fine', 'Good']);
});

test('an author whom nobody knows is told, and nothing is imported', async () => {
  const { database, settings } = await siteWithAuthor();
  const books = await files({ 'good.md': bookOf('Good', 1) });
  expect(await exited(['import', books['good.md'], '--author', 'Nobody'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is nobody here named Nobody. Sign up first, then import.\n',
  });
  expect(await exited(['admin', 'grant', 'Nobody'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is nobody here named Nobody.\n',
  });
  expect(await titles(database)).toEqual([]);
});

test('what people wrote to the operator is listed and deleted, also without an address to mail it to', async () => {
  const database = await ownDatabase('migrated');
  const settings = { DATABASE_URL: database.url, DATA_DIR: await freshDataFolder() };
  expect(await exited(['admin', 'messages'], settings)).toEqual({
    code: 0,
    stdout: 'There are no messages.\n',
    stderr: '',
  });
  const [kept] = await database.ask(`insert into contact_messages (name, email, subject, message, created_at)
    values ('Nora', 'nora@example.test', 'A question', E'May I?\\nI would like to.', '2026-03-02T10:00:00Z')
    returning id`);
  const id = String(kept?.id);
  expect((await exited(['admin', 'messages'], settings)).stdout).toBe(
    `${id}\n  2026-03-02T10:00:00.000Z, not mailed\n  From: Nora <nora@example.test>\n  Subject: A question\n\n    May I?\n    I would like to.\n\n`,
  );
  expect(await exited(['admin', 'messages', 'delete', id, 'nonsense'], settings)).toEqual({
    code: 1,
    stdout: `${id} is deleted.\n`,
    stderr: 'There is no message nonsense.\n',
  });
  expect((await exited(['admin', 'messages'], settings)).stdout).toBe('There are no messages.\n');
});

test('a text is taken down by its address, listed with the reason, and released', async () => {
  const dataDir = await migratedDataFolder();
  const server = await startServer({ DATA_DIR: dataDir });
  const author = await signUp(server.url);
  const story = await publishStory(server.url, author, 'The Copy');
  const settings = { DATA_DIR: dataDir };
  const address = `https://stories.example/story/${story}?from=home`;
  const status = async () => (await call(server.url, null, getStory, { params: { id: story } })).status;
  expect(await status()).toBe(200);
  const taken = await exited(['admin', 'unpublish', address, '--reason', 'It is a copy.'], settings);
  expect(taken).toEqual({
    code: 0,
    stdout: `The story “The Copy” of ${author.username} is taken down, and its author is told by mail.\nTo let it be published again: inkling admin release ${story}\n`,
    stderr: '',
  });
  expect(await status()).toBe(404);
  const outbox = join(dataDir, 'outbox');
  await until('the author is told', async () => {
    const names = await readdir(outbox).catch(() => []);
    const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    return emails.some((email) => email.includes('Subject: Your story was taken down'));
  });

  const held = await exited(['admin', 'held'], settings);
  expect(held.stdout).toContain(`${story}\n  The story “The Copy” of ${author.username}, since 2`);
  expect(held.stdout).toContain('\n  It is a copy.\n');
  expect((await exited(['admin', 'release', story], settings)).stdout).toBe(
    `The story “The Copy” of ${author.username} may be published again by its author, who is told by mail.\n`,
  );
  expect(await exited(['admin', 'release', story], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `The story “The Copy” of ${author.username} is not taken down.\n`,
  });
  expect((await exited(['admin', 'held'], settings)).stdout).toBe('Nothing is taken down.\n');
  const nobodys = '01900000-0000-7000-8000-000000000000';
  expect(await exited(['admin', 'unpublish', nobodys, '--reason', 'It is a copy.'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no story or chapter ${nobodys}.\n`,
  });
  expect((await stop(server)).code).toBe(0);
});

/** An import whose second book is just being written. */
async function midImport() {
  const { database, settings } = await siteWithAuthor();
  // A slow disk, so that the midst of it can be met.
  await database.ask(`create function slow() returns trigger language plpgsql
    as $$ begin perform pg_sleep(0.15); return null; end $$`);
  await database.ask(
    'create trigger slow after insert on chapters for each statement execute function slow()',
  );
  const contents = {
    'short.md': bookOf('Short', 1),
    'long.md': bookOf('Long', 1500),
    'last.md': bookOf('Last', 1),
  };
  const books = await files(contents);
  const run = inkling(['import', ...Object.values(books), '--author', 'Ada'], settings);
  const writers = async () => {
    const found = await database.ask(
      `select pid from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()
        and xact_start is not null and query ~ 'insert into' and query ~ 'chapters'`,
      [database.name],
    );
    return found.map(({ pid }) => pid);
  };
  let writing: unknown[] = [];
  await until('the long book is being written', async () => {
    if (run.process.exitCode !== null) throw new Error(`it ended: ${run.stdout()}${run.stderr()}`);
    writing = run.stdout().includes('Short') ? await writers() : [];
    return writing.length > 0;
  });
  return { database, run, writers, writing };
}

test.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'an import that is ended by %s in the midst leaves nothing of the unfinished book',
  async (signal) => {
    const { database, run, writers } = await midImport();
    const { code } = await stop(run, signal);
    if (signal === 'SIGKILL') expect(code).toBe('SIGKILL');
    else {
      expect(run.stderr()).toBe('Cancelled; nothing of the unfinished book was kept.\n');
      expect(code).toBe(1);
    }
    await until('its connections are gone', async () => (await writers()).length === 0);
    expect(await titles(database)).toEqual(['Short']);
    expect(await database.ask('select count(*)::int as chapters from chapters')).toEqual([{ chapters: 1 }]);
  },
);

test('a book whose database goes away in the midst is named, and the next one arrives', async () => {
  const { database, run, writing } = await midImport();
  await database.ask('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [writing]);
  expect(await run.exit).toBe(1);
  expect(run.stderr()).toBe(
    'long.md: The database is away for a moment. Please try again shortly. Nothing of it was kept.\n',
  );
  expect(await titles(database)).toEqual(['Last', 'Short']);
  expect(await database.ask('select count(*)::int as chapters from chapters')).toEqual([{ chapters: 2 }]);
});

test('the program says what it can do, and what was wrong with what was typed', async () => {
  const helps = await Promise.all([[], ['help'], ['--help'], ['-h']].map((args) => exited(args, {})));
  for (const { code, stdout, stderr } of helps) {
    expect([code, stderr]).toEqual([0, '']);
    for (const name of ['start', 'migrate', 'import', 'admin'])
      expect(stdout).toContain(`\n  inkling ${name}`);
  }
  expect(await exited(['version'], {})).toEqual({ code: 0, stdout: `${programVersion}\n`, stderr: '' });

  const unknown = await exited(['frobnicate'], {});
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/^inkling: there is no command frobnicate\.\n/);
  const misuses: [string[], string][] = [
    [['import'], 'name the files to import.'],
    [['import', 'a.md'], 'say whose stories they will be: --author USERNAME'],
    [['admin', 'praise', 'Ada'], 'name what to do, and for whom.'],
    [['admin', 'toString', 'Ada'], 'name what to do, and for whom.'],
    [['admin', 'grant'], 'name what to do, and for whom.'],
    [['admin', 'messages', 'delete'], 'to delete messages, name their ids.'],
    [['admin', 'unpublish', 'a-story'], 'name one story or chapter, by its id or its address on the site.'],
    [['admin', 'unpublish', '01900000-0000-7000-8000-000000000000'], 'tell the author why: --reason "…"'],
    [['admin', 'held', 'x'], 'admin held takes no more words.'],
    [['import', 'a.md', '--autor', 'Ada'], "Unknown option '--autor'"],
  ];
  const told = await Promise.all(
    misuses.map(async ([args, problem]) => ({ name: args[0], problem, ...(await exited(args, {})) })),
  );
  for (const { name, problem, code, stdout, stderr } of told) {
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`inkling ${name}: ${problem}`);
    expect(stderr).toContain(`Usage: inkling ${name} `);
  }
  const misconfigured = await exited(['migrate'], { PORT: 'abc' });
  expect(misconfigured.code).toBe(78);
  expect(misconfigured.stderr).toBe(
    'inkling migrate: This setting is wrong:\n  PORT: use a number from 0 to 65535\nSee docs/operating.md for every setting.\n',
  );
});

test('events: how far listeners are, and what is said of one that is not there', async () => {
  const database = await ownDatabase('migrated');
  const settings = { DATABASE_URL: database.url, DATA_DIR: await mkdtemp(join(tmpdir(), 'inkling-cli-')) };
  onTestFinished(() => rm(settings.DATA_DIR, { recursive: true, force: true }));
  await database.ask(`insert into event_cursors (listener, position) values ('rewards', 0)`);
  await database.ask(`
    insert into event_failures (listener, subject, position, attempts, error)
    values ('rewards', uuidv7(), 7, 10, 'Error: no purse')`);
  expect(await exited(['events', 'status'], settings)).toEqual({
    code: 0,
    stdout: 'rewards: at 0, 0 to come, 0 retried, 1 set aside\n',
    stderr: '',
  });
  const failures = await exited(['events', 'failures'], settings);
  expect(failures.stdout).toMatch(
    /^rewards: event 7 \(deleted\) of .*, 10 attempts, set aside\n {2}Error: no purse\n$/,
  );
  expect((await exited(['events', 'retry', 'rewards'], settings)).stdout).toBe('1 event is tried again.\n');
  expect((await exited(['events', 'replay', 'rewards', '1'], settings)).stdout).toBe(
    'rewards gets the events from 1 on again.\n',
  );
  expect((await exited(['events', 'failures'], settings)).stdout).toBe('No event has failed.\n');
  expect((await exited(['events', 'replay', 'nothing', '1'], settings)).code).toBe(1);
  for (const words of [['replay', 'rewards', '0'], ['replay'], ['retry'], ['status', 'x'], ['elsewhere']]) {
    expect((await exited(['events', ...words], settings)).code, words.join(' ')).toBe(2);
  }
});
