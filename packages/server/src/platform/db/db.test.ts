import { expect, inject, test } from 'vitest';
import { openDatabase, sql } from './db.ts';
import { inBackground } from './patience.ts';

const patience = { connectMs: 100, statementMs: 400, lockMs: 300, silenceMs: 5_000 };

test('a request waits less for a connection than background work, which gets it in the end', async () => {
  const { db, pool, close } = openDatabase(inject('database'), { max: 1, patience });
  try {
    const held = await pool.connect();
    const job = inBackground(() => sql<{ one: number }>`select 1 as one`.execute(db));
    await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout exceeded when trying to connect');
    held.release();
    expect((await job).rows).toEqual([{ one: 1 }]);
    // What was given up does not keep the connection when its turn comes.
    await inBackground(() => sql`select 1`.execute(db));
    await expect.poll(() => pool.idleCount).toBe(1);
  } finally {
    await close();
  }
});

test('background work has longer for a statement, and leaves a connection as it was', async () => {
  const { db, close } = openDatabase(inject('database'), { max: 1, patience });
  const limits = async () =>
    (
      await sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
        db,
      )
    ).rows;
  try {
    await inBackground(() => sql`select 1`.execute(db));
    const usual = await inBackground(() => db.connection().execute(async () => [])).then(limits);
    expect(usual).toEqual([{ statement: '400ms', lock: '300ms' }]);
    expect(await inBackground(limits)).toEqual([{ statement: '15s', lock: '5s' }]);
    expect(await limits()).toEqual(usual);
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  } finally {
    await close();
  }
});
