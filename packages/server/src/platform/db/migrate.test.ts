import { expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { type Db, sql } from './db.ts';
import { appliedMigrations, loadMigrations, migrate } from './migrate.ts';

const site = testApp();

const statement = (text: string) => ({ up: async (db: Db) => void (await sql.raw(text).execute(db)) });
const count = async (table: string) =>
  (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(site.ctx.db)).rows[0]
    ?.rows;

test('a migration that fails leaves everything as it was, also what earlier ones of the same start did [R58]', async () => {
  const { db } = site.ctx;
  const before = await appliedMigrations(db);
  await site.person();
  const people = await count('users');
  const known = await loadMigrations();
  const failing = migrate(db, {
    ...known,
    '0997-one': statement('create table of_tomorrow (id integer); delete from sessions'),
    '0998-two': statement('update users set no_such_column = 1'),
  });
  await expect(failing).rejects.toMatchObject({ code: '42703' });
  expect(await appliedMigrations(db)).toEqual(before);
  expect(await count('users')).toBe(people);
  expect(await count('sessions')).toBeGreaterThan(0);
  const { rows } = await sql`select to_regclass('of_tomorrow') as found`.execute(db);
  expect(rows).toEqual([{ found: null }]);
  // The version that is installed goes on.
  expect(await migrate(db)).toEqual([]);
  expect((await site.app.http.inject('/healthz')).statusCode).toBe(200);
});

test('a migration of a table to which people write in the meantime loses none of their rows [R58]', async () => {
  const { db } = site.ctx;
  const known = await loadMigrations();
  let isOver = false;
  const written: string[] = [];
  const write = async () => {
    while (!isOver || written.length < 20) written.push((await site.person()).id);
  };
  const writers = [write(), write()];
  const applied = await migrate(db, {
    ...known,
    '0999-later': {
      async up(tx: Db) {
        await sql`alter table users add column of_tomorrow text`.execute(tx);
        await sql`update users set of_tomorrow = username`.execute(tx);
        await sql`select pg_sleep(0.5)`.execute(tx);
      },
    },
  });
  isOver = true;
  await Promise.all(writers);
  expect(applied).toEqual(['0999-later']);
  const { rows } = await sql<{ id: string }>`select id from users where id = any(${written}::uuid[])`.execute(
    db,
  );
  expect(rows).toHaveLength(written.length);
  // A program without this migration then refuses the database.
  await expect(migrate(db)).rejects.toThrow(
    'This database is newer than this program (it has 0999-later). Start the newer version of Inkling, or restore a backup made with this one.',
  );
});
