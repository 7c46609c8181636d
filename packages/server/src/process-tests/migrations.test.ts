import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Migrator } from 'kysely/migration';
import { expect, test } from 'vitest';
import { type Db, openDatabase } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { createDatabase } from './testing/databases.ts';

const folder = join(import.meta.dirname, '../../migrations');

/** Applies all migrations before this number. */
async function migrateBefore(db: Db, number: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name < number).sort();
  const getMigrations = async () =>
    Object.fromEntries(
      await Promise.all(
        names.map(async (name) => [name.slice(0, -3), await import(join(folder, name))] as const),
      ),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error !== undefined) throw error;
}

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
