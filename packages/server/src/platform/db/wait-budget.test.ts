import { expect, inject, test, vi } from 'vitest';
import { pollInterval } from './database-watch.ts';
import { openDatabase, sql, transaction } from './db.ts';
import { fromDatabase } from './db-errors.ts';
import { keyedLoader } from './loader.ts';
import {
  currentBudget,
  inBackground,
  inCopiedBudget,
  inRequest,
  outsideRequest,
  requestTimeouts,
  timeoutsAfter,
} from './timeouts.ts';
import { WaitBudget } from './wait-budget.ts';

const minutes = 60_000;
/** Each timeout is so long that within a test only the budget of the request can end a wait. */
const timeouts = {
  connectMs: 10 * minutes,
  statementMs: 10 * minutes,
  lockMs: 10 * minutes,
  silenceMs: 0,
  requestMs: 500,
  commitMs: 100,
  silentMs: 60_000,
};
const unavailable = (error: unknown) => {
  expect(fromDatabase(error)).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryAfterSeconds: 2 });
};
const sleep = (seconds: number) => sql`select pg_sleep(${seconds})`;

async function withDatabase(work: (database: ReturnType<typeof openDatabase>) => Promise<void>) {
  const database = openDatabase(inject('database'), { sizes: { requests: 2 }, timeouts });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

test('the statements of a request share one budget, even when each is within its own timeout [R55]', () =>
  withDatabase(async ({ db, pool }) => {
    let done = 0;
    const work = inRequest(new WaitBudget(timeouts.requestMs), async () => {
      for (let statement = 0; statement < 20; statement += 1) {
        await sleep(0.2).execute(db);
        done += 1;
      }
    });
    await work.catch(unavailable);
    expect(done).toBeLessThan(3);
    // The connection that timed out is not reused.
    await expect.poll(() => pool.totalCount).toBe(0);
  }));

test('a request whose budget is used up takes no connection and ends its transaction', () =>
  withDatabase(async ({ db, pool }) => {
    const budget = new WaitBudget(timeouts.requestMs);
    await inRequest(budget, async () => {
      const spent = transaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(4711)`.execute(tx);
        await sleep(2).execute(tx);
      });
      await spent.catch(unavailable);
      expect(budget.left()).toBeLessThanOrEqual(0);
      const connect = vi.spyOn(pool, 'connect');
      await sql`select 1`.execute(db).catch(unavailable);
      expect(connect).not.toHaveBeenCalled();
    });
    // The lock is free once PostgreSQL sees that the connection has ended.
    const isFree = async () =>
      (await sql<{ free: boolean }>`select pg_try_advisory_lock(4711) as free`.execute(db)).rows[0]?.free;
    await expect.poll(isFree, { timeout: 20_000 }).toBe(true);
  }));

test('a commit may exceed the budget a little, so that it is not abandoned as soon as it is sent', () =>
  withDatabase(async ({ db }) => {
    const budget = new WaitBudget(10 * minutes);
    const result = await inRequest(budget, () =>
      transaction(db, async (tx) => {
        await sql`select 1`.execute(tx);
        // As if the statements had used up the budget.
        vi.spyOn(budget, 'left').mockReturnValue(0);
        return 'committed';
      }),
    );
    expect(result).toBe('committed');
  }));

test('the budget does not apply to background work or to statements with their own timeout', () =>
  withDatabase(async ({ db }) => {
    const spent = new WaitBudget(0);
    await inRequest(spent, () => inBackground(() => sql`select 1`.execute(db)));
    spent.isOver = true;
    await inRequest(spent, () => sql`select 1`.execute(db));
    const budget = new WaitBudget(10 * minutes);
    await inRequest(budget, () =>
      transaction(db, async (tx) => {
        await sql`select 1`.execute(tx);
        vi.spyOn(budget, 'left').mockReturnValue(0);
        await sql`set local statement_timeout = '60s'`.execute(tx);
        await sql`select 1`.execute(tx);
      }),
    );
  }));

test('each request that shares a look-up waits within its own budget', async () => {
  const response = Promise.withResolvers<Map<string, number>>();
  const contexts: unknown[] = [];
  const find = keyedLoader<string, number>(() => {
    contexts.push(currentBudget());
    return response.promise;
  });
  const short = inRequest(new WaitBudget(20), () => find('a'));
  const long = inRequest(new WaitBudget(10 * minutes), () => find('a'));
  await short.then(() => expect.unreachable(), unavailable);
  response.resolve(new Map([['a', 1]]));
  expect(await long).toBe(1);
  expect(contexts).toEqual([null]);
});

test('shared work runs outside the request that started it, or with a copy of its budget', () => {
  const budget = new WaitBudget(1_000);
  inRequest(budget, () => {
    expect(currentBudget()).toBe(budget);
    expect(outsideRequest(currentBudget)).toBeNull();
    expect(inCopiedBudget(currentBudget)).not.toBe(budget);
    expect(inCopiedBudget(currentBudget)?.left()).toBe(1_000);
    expect(inBackground(currentBudget)).toBeNull();
  });
  expect(inBackground(() => outsideRequest(() => 'still in the background'))).toBe('still in the background');
});

test('overlapping waits count once, and time between waits does not count', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const budget = new WaitBudget(1_000);
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    vi.advanceTimersByTime(700);
    expect(budget.left()).toBe(1_000);
    const waits = [budget.charge(() => first.promise), budget.charge(() => second.promise)];
    vi.advanceTimersByTime(300);
    expect(budget.left()).toBe(700);
    first.resolve();
    await waits[0];
    vi.advanceTimersByTime(100);
    second.resolve();
    await waits[1];
    vi.advanceTimersByTime(5_000);
    expect(budget.left()).toBe(600);
    await budget.charge(() => Promise.reject(new Error('no'))).catch(() => {});
    expect(budget.copy().left()).toBe(600);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["set local statement_timeout = '60s'", 63_000],
  ["set local statement_timeout = '10min'", 603_000],
  ['set statement_timeout = 250', 3_250],
  ['set statement_timeout = 0', 2 ** 31 - 1],
  ['reset statement_timeout', 55],
  ["set local lock_timeout = '60s'", 77],
  ["select 'set statement_timeout = 0'", 77],
])('after %s, responses are awaited a little longer than PostgreSQL may run', (statement, timeout) => {
  expect(timeoutsAfter(statement, 77, 55)).toBe(timeout);
});

test('a request waits less than five seconds for the database in total, and less than one for a silent one [R55]', () => {
  expect(requestTimeouts.requestMs + requestTimeouts.commitMs).toBeLessThan(5_000);
  expect(requestTimeouts.lockMs).toBeLessThan(requestTimeouts.statementMs);
  expect(pollInterval + requestTimeouts.silentMs).toBeLessThan(1_000);
});
