import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { configuredContext } from '../platform/configured-context.ts';
import { type Db, openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createLog } from '../platform/log.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { createDatabase } from './testing/databases.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** Applies all migrations before this number, except those left out. */
async function migrateBefore(db: Db, number: string, leftOut: readonly string[] = []): Promise<void> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.ts') && name < number && !leftOut.includes(name.slice(0, -3)))
    .sort();
  const getMigrations = async () =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name.slice(0, -3), await import(join(folder, name))] as const),
      ),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

test('an upgrade is logged, a start without one is not', async () => {
  const { url } = await createDatabase('empty');
  const database = openDatabase({ connectionString: url });
  const folder = await mkdtemp(join(tmpdir(), 'inkling-upgrade-'));
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'info' });
  const log = createLog({ LOG_LEVEL: 'silent' }, false);
  const logged = vi.spyOn(log, 'info');
  const lines = () => logged.mock.calls.filter(([, text]) => text === 'the database is up to date');
  try {
    await migrateBefore(database.db, '0018');
    for (const _start of [1, 2]) {
      const { email, threads } = await configuredContext(config, log, database, 'tool');
      email.close();
      await threads.close();
    }
    expect(lines()).toEqual([
      [expect.objectContaining({ last: expect.stringMatching(/^\d{4}-/) }), expect.any(String)],
    ]);
  } finally {
    await database.close();
    await rm(folder, { recursive: true });
  }
});

test('a database that has a migration from before one with a lower number was merged is upgraded', async () => {
  const database = openDatabase({ connectionString: (await createDatabase('empty')).url });
  try {
    const mergedLater = ['0033-schedules', '0034-import-review'];
    await migrateBefore(database.db, '0039', mergedLater);
    expect(await migrate(database.db)).toEqual(expect.arrayContaining(mergedLater));
    expect(await migrate(database.db)).toEqual([]);
  } finally {
    await database.close();
  }
});

test('the migration against look-alike usernames names the conflicts and changes nothing [R32] [R58]', async () => {
  const database = await createDatabase('empty');
  const { db, close } = openDatabase({ connectionString: database.url });
  try {
    await migrateBefore(db, '0007');
    // The first begins with a Cyrillic letter.
    await database.query(`insert into users (username, username_key, created_at) values
      ('аda', 'аda', '2026-02-01'), ('Ada', 'ada', '2026-01-01'), ('Ben', 'ben', '2026-01-01')`);
    const problem = await migrate(db).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(StartupProblem);
    expect(problem).toMatchObject({
      message:
        "The usernames “Ada” and “аda” look alike, which this version of Inkling does not allow. With the version that you had, give the younger one another: UPDATE users SET username = 'another', username_key = 'another' WHERE username = 'аda'; then start this one again.",
    });
    expect(await database.query(`select to_regclass('follows') as follows`)).toEqual([{ follows: null }]);

    // Follow the advice of the message.
    await database.query(
      `UPDATE users SET username = 'another', username_key = 'another' WHERE username = 'аda'`,
    );
    expect(await migrate(db)).toContain('0007-people');
    expect(await database.query('select username_look from users order by 1')).toEqual([
      { username_look: 'ada' },
      { username_look: 'another' },
      { username_look: 'ben' },
    ]);
  } finally {
    await close();
  }
});

test('the migration of follow counts leaves out accounts that are about to be deleted [R58]', async () => {
  const database = await createDatabase('empty');
  const { db, close } = openDatabase({ connectionString: database.url });
  const counts = () =>
    database.query(
      'select username, followers_count::int, following_count::int from users order by username',
    );
  try {
    await migrateBefore(db, '0015');
    await database.query(`
      insert into users (username, username_key, created_at, deletion_due_at)
      values ('ada', 'ada', now(), null), ('ben', 'ben', now(), null), ('cy', 'cy', now(), now())`);
    await database.query(`
      insert into follows (follower_id, followed_id, created_at)
      select a.id, b.id, now() from users a, users b where a.id <> b.id`);
    expect(await counts()).toEqual(
      ['ada', 'ben', 'cy'].map((username) => ({ username, followers_count: 2, following_count: 2 })),
    );
    expect(await migrate(db)).toContain('0015-follow-counts');
    expect((await counts()).slice(0, 2)).toEqual(
      ['ada', 'ben'].map((username) => ({ username, followers_count: 1, following_count: 1 })),
    );
  } finally {
    await close();
  }
});

test('the migration of chapter texts keeps lines and ids, and brings sizes, counts and revisions up to date [R58]', async () => {
  const database = await createDatabase('empty');
  const { db, close } = openDatabase({ connectionString: database.url });
  const state = () =>
    database.query(`select s.text_bytes::int = (
        select sum(bytes) from (select bytes from chapters union all select bytes from chapter_versions
          union all select bytes from chapter_drafts) b)::int as counted,
      s.words::int, s.published_words::int, s.revision::int from stories s`);
  const versions = (number: number) =>
    database.query(
      `select v.version, v.content, v.paragraph_ids from chapter_versions v join chapters c on c.id = v.chapter_id
       where c.position = ${number} order by v.version`,
    );
  try {
    await migrateBefore(db, '0030');
    await database.query(`
      insert into users (username, username_key, created_at) values ('ada', 'ada', now());
      insert into stories (author_id, title, description, created_at, updated_at, is_published, words, published_words)
        select id, 't', 'd', now(), now(), true, 30, 20 from users;
      insert into chapters (story_id, position, title, word_count, version, is_published, created_at, updated_at)
        select id, n, 'c', 10 * n, 3 - n, n = 2, now(), now() from stories, generate_series(1, 2) n;
      insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at, saved_by)
        select story_id, id, 1, E'2 \u2217 3 \u2217a\u2217\n\n***\nun*believ*able', '{1,2,3}', 6, now(), null
          from chapters where position = 1;
      insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at, saved_by)
        select story_id, id, 2, E'| a\nf*ck\n\u2217', '{4,2,5}', 10, now(), 'x' from chapters where position = 1;
      insert into chapter_versions (story_id, chapter_id, version, content, paragraph_ids, word_count, created_at, saved_by)
        select story_id, id, 1, E'\u2217 *猫*が *very* old', '{1}', 20, now(), 'x' from chapters where position = 2;
      insert into chapter_drafts (author_id, story_id, slot, title, content, author_notes, is_published, revision, updated_at)
        select author_id, s.id, slot, 't', E'\u2217| \\\\*', '', false, 1, now() from stories s, (select id::text as slot from chapters union all select 'new') c`);
    const [before] = await state();
    expect(before).toMatchObject({ counted: true });

    expect(await migrate(db)).toContain('0030-chapter-text');

    expect(await versions(1)).toEqual([
      { version: 1, content: '2 * 3 \\*a\\*\n\n***\n*unbelievable*', paragraph_ids: [1, 2, 3] },
      { version: 2, content: '\\| a\nf*ck\n*', paragraph_ids: [4, 2, 5] },
    ]);
    expect(await versions(2)).toEqual([
      { version: 1, content: '\u2217 *猫*が *very* old', paragraph_ids: [1] },
    ]);
    expect(await database.query('select content, word_count from chapter_drafts order by content')).toEqual([
      { content: '\\*| \\\\\\*', word_count: 2 },
      { content: '\u2217| \\\\*', word_count: 2 },
      { content: '\u2217| \\\\*', word_count: 2 },
    ]);
    const [after] = await state();
    expect(after).toEqual({ counted: true, words: 9, published_words: 5, revision: expect.any(Number) });
    expect(after?.revision).toBeGreaterThan(Number(before?.revision));
    expect(await database.query('select word_count from chapters order by position')).toEqual([
      { word_count: 4 },
      { word_count: 5 },
    ]);
  } finally {
    await close();
  }
});

test('the migration of imports gives reviews of earlier releases a number of comments [R58]', async () => {
  const database = await createDatabase('empty');
  const { db, close } = openDatabase({ connectionString: database.url });
  try {
    await migrateBefore(db, '0041');
    await database.query(`
      insert into users (username, username_key, created_at) values ('ada', 'ada', now());
      insert into imports (user_id, file_name, state, created_at, updated_at)
        select id, 'a.epub', 'review', now(), now() from users;
      insert into import_reviews (import_id, details, bytes)
        select id, '{"title": "A", "losses": {"images": 2, "links": 0, "tables": 0}}', 1 from imports`);
    expect(await migrate(db)).toContain('0041-import-comments');
    expect(await database.query('select details from import_reviews')).toEqual([
      { details: { title: 'A', losses: { images: 2, links: 0, tables: 0, comments: 0 } } },
    ]);
  } finally {
    await close();
  }
});
