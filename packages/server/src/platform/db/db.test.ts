import { expect, inject, test } from 'vitest';
import { type Db, openDatabase, sql, transaction, unseen } from './db.ts';
import { fromDatabase } from './db-errors.ts';
import { inBackground } from './timeouts.ts';

const timeouts = {
  connectMs: 100,
  statementMs: 400,
  lockMs: 300,
  silenceMs: 5_000,
  requestMs: 10_000,
  commitMs: 100,
  silentMs: 60_000,
};

test('a request gives up waiting for a connection soon, and background work does not wait for requests [R55]', async () => {
  const { db, pool, close } = openDatabase(inject('database'), { sizes: { requests: 1 }, timeouts });
  try {
    const busy = await pool.connect();
    await expect(sql`select 1`.execute(db)).rejects.toThrow('timeout exceeded when trying to connect');
    const { rows } = await inBackground(() => sql<{ one: number }>`select 1 as one`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
    busy.release();
    // The abandoned request releases its connection as soon as it gets one.
    await expect.poll(() => pool.idleCount).toBe(1);
  } finally {
    await close();
  }
});

test('a closed database has no connection left, idle ones included', async () => {
  const watcher = openDatabase(inject('database'), { sizes: { requests: 1 } });
  const left = async () =>
    (
      await sql<{ pid: number }>`
        select pid from pg_stat_activity where application_name = 'closing-test'`.execute(watcher.db)
    ).rows;
  try {
    for (let time = 0; time < 5; time += 1) {
      const { db, close } = openDatabase(inject('database'), { applicationName: 'closing-test' });
      await Promise.all(Array.from({ length: 8 }, () => sql`select 1`.execute(db)));
      expect(await left()).not.toEqual([]);
      await close();
      expect(await left()).toEqual([]);
    }
  } finally {
    await watcher.close();
  }
});

test('background work has connections with longer timeouts, and waits for its own ones only', async () => {
  const { db, background, close } = openDatabase(inject('database'), {
    sizes: { requests: 1 },
    // A busy machine takes longer to open a connection, also that which asks whether the database answers.
    timeouts: { ...timeouts, connectMs: 5_000 },
  });
  const limits = async () =>
    (
      await sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
        db,
      )
    ).rows;
  try {
    expect(await inBackground(limits)).toEqual([{ statement: '15s', lock: '5s' }]);
    expect(await limits()).toEqual([{ statement: '400ms', lock: '300ms' }]);
    const all = await Promise.all(Array.from({ length: background.options.max }, () => background.connect()));
    const waiting = inBackground(limits);
    expect(await limits()).toHaveLength(1);
    for (const client of all) client.release();
    expect(await waiting).toHaveLength(1);
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
  } finally {
    await close();
  }
});

test('the plan of a statement with an unseen value is kept, where PostgreSQL would plan it each time', async () => {
  const { db, close } = openDatabase(inject('database'), { sizes: { requests: 1 } });
  const ids = ['00000000-0000-0000-0000-000000000000'];
  try {
    for (let time = 0; time < 10; time += 1) {
      await sql`select 'seen' from stories s join users u on u.id = s.author_id where s.id = any(${ids}::uuid[])`.execute(
        db,
      );
      await sql`
        select 'unseen' from stories s join users u on u.id = s.author_id
        where s.id = any(${unseen(ids, 'uuid[]')})`.execute(db);
    }
    const { rows } = await sql<{ kind: string; kept: number }>`
      select substring(statement from '(seen|unseen)''') as kind, generic_plans as kept
      from pg_prepared_statements where statement like '%stories s join users%' and statement not like '%kind%'
      order by kind`.execute(db);
    expect(rows).toEqual([
      { kind: 'seen', kept: 0 },
      { kind: 'unseen', kept: 5 },
    ]);
  } finally {
    await close();
  }
});

test('when two transactions deadlock, one is retried and both succeed [R52]', async () => {
  // PostgreSQL looks for a deadlock after a second; on a busy machine no other wait may end first.
  const patient = {
    connectMs: 10_000,
    commitMs: 10_000,
    lockMs: 10_000,
    statementMs: 15_000,
    silenceMs: 15_000,
  };
  const { db, close } = openDatabase(inject('database'), {
    sizes: { requests: 2 },
    timeouts: { ...timeouts, ...patient },
  });
  const both = Promise.withResolvers<void>();
  let attempts = 0;
  let locked = 0;
  const lock = (tx: Db, key: number) => sql`select pg_advisory_xact_lock(${key})`.execute(tx);
  const lockBoth = (first: number, second: number) =>
    transaction(db, async (tx) => {
      attempts += 1;
      await lock(tx, first);
      locked += 1;
      // The first attempts wait until each holds a lock that the other needs.
      if (locked === 2) both.resolve();
      await both.promise;
      await lock(tx, second);
      return `${first} then ${second}`;
    });
  try {
    const done = await Promise.all([lockBoth(81, 82), lockBoth(82, 81)]);
    expect(done).toEqual(['81 then 82', '82 then 81']);
    expect(attempts).toBe(3);
  } finally {
    await close();
  }
});

test('a transaction that keeps failing to serialize becomes a 503 after three attempts [R52]', async () => {
  const { db, close } = openDatabase(inject('database'), { sizes: { requests: 1 } });
  let attempts = 0;
  try {
    const failing = transaction(db, async (tx) => {
      attempts += 1;
      await sql`do $$ begin raise exception using errcode = '40001', message = 'could not serialize'; end $$`.execute(
        tx,
      );
    });
    const error = await failing.catch((reason: unknown) => reason);
    expect(attempts).toBe(3);
    expect(fromDatabase(error)).toMatchObject({ code: 'BUSY', status: 503, retryAfterSeconds: 1 });
  } finally {
    await close();
  }
});
