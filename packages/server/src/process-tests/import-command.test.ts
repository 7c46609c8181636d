import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { bookOf, siteWithAuthor, writeFiles } from './testing/books.ts';
import type { TestDatabase } from './testing/databases.ts';
import { runCommand, startInkling } from './testing/programs.ts';

const titles = async (database: TestDatabase) =>
  (await database.query('select title from stories order by title')).map(({ title }) => title);

test('an import of several files names those that are not books and imports the others', async () => {
  const { database, settings } = await siteWithAuthor();
  const books = await writeFiles({
    'good.md': bookOf('Good', 3),
    'broken.epub': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)]),
    'empty.txt': '',
    'picture.md': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'fine.txt': bookOf('Fine', 1),
    'marked.html': '<h1>Marked</h1><p>It was <u>late</u>, <s>so</s> <u>late</u>.</p>',
    'owned.txt': 'Copyright 2020 Ann Marsh.\n\nChapter 1\n\nThe lamp burned.\n\nChapter 2\n\nIt went out.',
    'rated.md': '---\ntitle: Rated\naudience: Unrated\n---\n\nThe lamp burned.',
  });
  const missingFile = join(tmpdir(), 'inkling-no-such-file.md');
  const folder = join(dirname(books['good.md']), 'Salt');
  await mkdir(join(folder, 'Part 2'), { recursive: true });
  for (const chapter of ['Chapter 10', 'Part 2/Chapter 11', 'Chapter 2'])
    await writeFile(join(folder, `${chapter}.txt`), `The lamp burned in ${chapter}.`);
  const args = [
    'import',
    ...Object.values(books),
    missingFile,
    folder,
    '--author',
    'Ada',
    '--underline-as-italics',
  ];
  const { code, stdout, stderr } = await runCommand(args, settings);
  expect(stdout).toBe(
    'good.md: “Good”, 3 chapters, is now a draft of Ada.\nfine.txt: “Fine”, 1 chapter, is now a draft of Ada.\n' +
      'marked.html: “Marked”, 1 chapter, is now a draft of Ada.\n' +
      'marked.html: 2 underlined passages become italic.\n' +
      'marked.html: 1 struck-through passage becomes plain text.\n' +
      'owned.txt: “Owned”, 2 chapters, is now a draft of Ada.\n' +
      'owned.txt: “Title page” is left out (4 words).\n' +
      'rated.md: “Rated”, 1 chapter, is now a draft of Ada.\n' +
      'rated.md: The file says “Unrated”. Until you choose an audience, the story is for adults only.\n' +
      'Salt: “Salt”, 3 chapters, is now a draft of Ada.\n',
  );
  const complaints = stderr.trim().split('\n');
  expect(complaints.map((line) => line.split(':')[0])).toEqual([
    'broken.epub',
    'empty.txt',
    'picture.md',
    'inkling-no-such-file.md',
  ]);
  for (const line of complaints) expect(line).toMatch(/^[^:]+: [A-Z].+\. Nothing was saved\.$/);
  expect(code).toBe(1);
  expect(await titles(database)).toEqual(['Fine', 'Good', 'Marked', 'Owned', 'Rated', 'Salt']);
  const chapters = await database.query(
    `select c.title from chapters c join stories s on s.id = story_id where s.title = 'Salt' order by position`,
  );
  expect(chapters.map(({ title }) => title)).toEqual(['Chapter 2', 'Chapter 10', 'Chapter 11']);
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
      expect(run.stderr()).toBe('Canceled. Nothing of the unfinished book was saved.\n');
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
