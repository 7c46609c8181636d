import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@inkling/contract/account';
import { getStory, listMyStories } from '@inkling/contract/stories';
import { expect, onTestFinished, test } from 'vitest';
import {
  databaseProcesses,
  freshDataFolder,
  migratedDataFolder,
  openForTest,
  runQuery,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { programVersion } from '../platform/version.ts';
import { bookOf, writeFiles } from './testing/books.ts';
import { createDatabase } from './testing/databases.ts';
import { runCommand, startServer, stop } from './testing/programs.ts';
import { call, publishStory, signUp } from './testing/test-people.ts';

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
  for (const action of ['suspend', 'delete'])
    expect(await runCommand(['admin', action, author.username], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr: `${author.username} is the only admin. Make someone else an admin first.\n`,
    });
  const jobs = (...words: string[]) => runCommand(['admin', 'jobs', ...words], { DATA_DIR: dataDir });
  expect((await jobs()).stdout).toBe('No job has failed recently.\n');
  const unknown = '01900000-0000-7000-8000-000000000000';
  expect(await jobs('retry', unknown)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${unknown}: Job not found\n`,
  });
  await runCommand(['admin', 'revoke', author.username], { DATA_DIR: dataDir });
  await expect.poll(async () => (await asAuthor()).body.user.isAdmin).toBe(false);

  // A plan as a gift.
  const plan = (...words: string[]) => runCommand(['plan', ...words], { DATA_DIR: dataDir });
  expect((await plan('list')).stdout).toBe('No one has a plan.\n');
  const given = await plan('give', author.username, 'premium', '--until', '2999-01-31');
  expect(given.stdout).toBe(`${author.username} has premium until 2999-01-31T00:00:00.000Z.\n`);
  expect((await plan('list')).stdout).toBe(
    `${author.username}: premium as a gift until 2999-01-31T00:00:00.000Z\n`,
  );
  expect((await plan('take', author.username)).stdout).toBe(`${author.username} no longer has a gift.\n`);
  expect((await plan('give', 'no_one_here', 'pro')).stderr).toBe('User not found\n');
  expect(await plan('give', author.username, 'gold')).toMatchObject({ code: 2, stdout: '' });

  // The running server indexes everything again.
  const queued = await runCommand(['search', 'reindex'], { DATA_DIR: dataDir });
  expect(queued.stdout).toMatch(
    /^[1-9]\d* stor(y or person is|ies and people are) waiting to be indexed for search; a running server indexes them, at the latest tonight\.\n$/,
  );
  await expect
    .poll(async () => (await runCommand(['search', 'status'], { DATA_DIR: dataDir })).stdout)
    .toMatch(/^0 stories and people are waiting /);

  // A story is taken down by its URL, listed with the reason, and reinstated.
  const story = await publishStory(server.url, author, 'The Copy');
  const settings = { DATA_DIR: dataDir };
  const address = `https://stories.example/story/${story}?from=home`;
  const status = async () => (await call(server.url, null, getStory, { params: { id: story } })).status;
  expect(await status()).toBe(200);
  const picked = await runCommand(['admin', 'pick', 'featured', story], settings);
  expect(picked).toEqual({ code: 0, stdout: `1. The Copy  ${story}\n`, stderr: '' });
  const removed = await runCommand(['admin', 'unpick', 'featured', address], settings);
  expect(removed.stdout).toBe('No stories are picked for featured.\n');
  const again = await runCommand(['admin', 'unpick', 'featured', address], settings);
  expect([again.code, again.stderr]).toEqual([1, 'This story isn’t on the list.\n']);
  const takenDown = await runCommand(['admin', 'take-down', address, '--reason', 'It is a copy.'], settings);
  expect(takenDown).toEqual({
    code: 0,
    stdout: `The story “The Copy” by ${author.username} has been taken down, and its author will be notified by email.\nTo undo this: inkling admin reinstate ${story}\n`,
    stderr: '',
  });
  expect(await status()).toBe(404);
  const outbox = join(dataDir, 'outbox');
  await waitUntil('the author has got an email', async () => {
    const names = await readdir(outbox).catch(() => []);
    const emails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    return emails.some((email) => email.includes('Subject: Your story was taken down'));
  });

  const takedowns = await runCommand(['admin', 'takedowns'], settings);
  expect(takedowns.stdout).toContain(`${story}\n  The story “The Copy” by ${author.username}, since 2`);
  expect(takedowns.stdout).toContain('\n  It is a copy.\n');
  expect((await runCommand(['admin', 'reinstate', story], settings)).stdout).toBe(
    `The story “The Copy” by ${author.username} is reinstated: it is published again if it was. Its author will be notified by email.\n`,
  );
  expect(await runCommand(['admin', 'reinstate', story], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `The story “The Copy” by ${author.username} is not taken down.\n`,
  });
  expect((await runCommand(['admin', 'takedowns'], settings)).stdout).toBe('Nothing is taken down.\n');
  const unknownId = '01900000-0000-7000-8000-000000000000';
  expect(await runCommand(['admin', 'take-down', unknownId, '--reason', 'It is a copy.'], settings)).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no story or chapter with the id ${unknownId}.\n`,
  });

  // The operator suspends a person.
  const suspended = await runCommand(['admin', 'suspend', author.username], { DATA_DIR: dataDir });
  expect(suspended.stdout).toBe(`${author.username} is suspended: they can read, but not write.\n`);
  expect((await asAuthor()).status).toBe(200);
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
    /^ {2}inkling admin grant.*\n {2}inkling admin suspend.*\n {2}inkling admin take-down TEXT --reason REASON\n/,
  );
  expect(await runCommand(['version'], {})).toEqual({ code: 0, stdout: `${programVersion}\n`, stderr: '' });

  const unknown = await runCommand(['frobnicate'], {});
  expect(unknown).toMatchObject({ code: 2, stdout: '' });
  expect(unknown.stderr).toMatch(/\ninkling: unknown command frobnicate\.\n$/);
  const misuses: [string[], string][] = [
    [['import'], 'name the files to import.'],
    [['import', 'a.md'], 'name the author of the stories: --author USERNAME'],
    [['admin', 'praise', 'Ada'], 'give an action and a username.'],
    [['admin', 'toString', 'Ada'], 'give an action and a username.'],
    [['admin', 'grant'], 'give an action and a username.'],
    [['admin', 'messages', 'delete'], 'give the ids of the messages to delete.'],
    [['admin', 'take-down', 'a-story'], 'give one story or chapter, by its id or its address on the site.'],
    [['admin', 'take-down', '01900000-0000-7000-8000-000000000000'], 'tell the author why: --reason "…"'],
    [['admin', 'takedowns', 'x'], 'admin takedowns takes no arguments.'],
    [['admin', 'pick', 'best'], 'give a list: featured or editors-picks.'],
    [['admin', 'pick', 'featured', 'a-story'], 'give a story, by its id or its address on the site.'],
    [['import', 'a.md', '--autor', 'Ada'], "Unknown option '--autor'"],
    [['migrate', '--dry-run'], 'migrate takes no arguments.'],
    [['start', '--port', '4000'], "Unknown option '--port'"],
    [['start', 'now'], 'start takes no arguments besides --only.'],
    [['start', '--only', 'mail'], '--only is followed by web or jobs.'],
    [['bench-data', '500'], 'what is 500?'],
  ];
  for (const [args, problem] of misuses) {
    const { code, stdout, stderr } = await runCommand(args, {});
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`inkling ${args[0]}: ${problem}`);
    expect(stderr).toContain(`Usage: inkling ${args[0]}`);
    // What is wrong is the last line.
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(new RegExp(`^inkling ${args[0]}: `));
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

test('an older Node can read the command, which then hands over to the project’s', async () => {
  const source = await readFile(join(import.meta.dirname, '../../bin/inkling.mjs'), 'utf8');
  const imported = [...source.matchAll(/^import \{ (.+) \} from '(.+)';$/gm)].map(([, names, from]) => [
    from,
    names,
  ]);
  // All that Node 20 has. A name that it lacks, imported above the check of its version, is a SyntaxError.
  expect(imported).toEqual([
    ['node:child_process', 'spawn'],
    ['node:fs', 'existsSync'],
    ['node:path', 'dirname, join'],
    ['node:url', 'fileURLToPath'],
  ]);
});
