import { AsyncLocalStorage } from 'node:async_hooks';
import { WaitBudget } from './wait-budget.ts';

/** How long (ms) the database may take. */
export interface DatabaseTimeouts {
  /** For a connection: one of the pool's that is in use, or a new one. */
  connectMs: number;
  /** For a statement, unless a session has set something else for itself. PostgreSQL ends it by itself and says so. */
  statementMs: number;
  /** For a lock, within the statement that needs it. */
  lockMs: number;
  /** Who hears nothing so long after that, hears nothing any more. */
  silenceMs: number;
  /** For all of these together in one request, whatever it waits for and how often. */
  requestMs: number;
  /** How much longer a request waits for the end of a transaction, so that few commits have an unknown outcome. */
  commitMs: number;
}

/** A request waits for less than five seconds for a database that does not respond. */
export const requestTimeouts: DatabaseTimeouts = {
  connectMs: 1_500,
  statementMs: 3_000,
  lockMs: 2_000,
  silenceMs: 400,
  requestMs: 4_500,
  commitMs: 400,
};

/** What a statement of background work may take; nobody waits for its response. */
const backgroundStatementMs = 15_000;
const backgroundLockMs = 5_000;
/** What background work, and the start of a program, may wait for a connection. */
export const maxConnectMs = 10_000;
/** As `silenceMs`, for statements that may take longer than those of requests. */
const longSilenceMs = 3_000;
/** Waits for statements that may take as long as they like; the longest that a timer can be set to. */
const noEnd = 2 ** 31 - 1;

/** What work is done for: a request with what it may still wait, background work, or neither. */
const context = new AsyncLocalStorage<WaitBudget | 'background' | null>();

/** Does work that no request waits for (a job, an import, a tool): its statements may take longer. */
export const inBackground = <T>(work: () => T): T => context.run('background', work);

export const isInBackground = (): boolean => context.getStore() === 'background';

/** Does the work of a request: all its waits for the database come out of the budget. */
export const inRequest = <T>(budget: WaitBudget, work: () => T): T => context.run(budget, work);

/** What the current request may still wait; null outside of requests and once the response is sent. */
export function currentBudget(): WaitBudget | null {
  const store = context.getStore();
  return store instanceof WaitBudget && !store.isOver ? store : null;
}

/** Does work that outlasts the request, or that several share: one request's budget must not end it for all. */
export const outsideRequest = <T>(work: () => T): T =>
  context.getStore() instanceof WaitBudget ? context.run(null, work) : work();

/** Does work that several requests wait for, within what the one that begins it has left. */
export function inCopiedBudget<T>(work: () => T): T {
  const budget = currentBudget();
  return budget === null ? work() : context.run(budget.copy(), work);
}

/** Waits for database work that was begun elsewhere, no longer than the request's budget lasts. */
export function withinBudget<T>(work: Promise<T>): Promise<T> {
  const budget = currentBudget();
  if (budget === null) return work;
  return budget.charge(
    () =>
      new Promise<T>((resolve, reject) => {
        const timer = setTimeout(() => reject(waitedTooLong()), Math.max(0, budget.left()));
        work.then(resolve, reject).finally(() => clearTimeout(timer));
      }),
  );
}

/** What a connection is told before and after background work. */
export const backgroundSession = {
  begin: [`set lock_timeout = ${backgroundLockMs}`, `set statement_timeout = ${backgroundStatementMs}`],
  end: ['reset lock_timeout', 'reset statement_timeout'],
};

/** How long (ms) an answer is waited for when nobody has set anything. */
export const defaultTimeouts = ({ statementMs, silenceMs }: DatabaseTimeouts): number =>
  statementMs + silenceMs;

const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * How long (ms) answers are waited for after this statement: who lets PostgreSQL work for longer, by
 * `set [local] statement_timeout = …`, waits for longer as well.
 */
export function timeoutsAfter(statement: string, before: number, usual: number): number {
  if (/^reset statement_timeout$/i.test(statement)) return usual;
  const set = /^set (?:local )?statement_timeout = '?(\d+) ?(ms|s|min|h)?'?$/i.exec(statement);
  if (set === null) return before;
  const longest = Number(set[1]) * (units[set[2] ?? 'ms'] ?? 1);
  return longest === 0 ? noEnd : Math.min(longest + longSilenceMs, noEnd);
}

const tooLong = 'Request waited too long for the database';
export const waitedTooLong = (): Error => new Error(tooLong);

/** Whether the driver has given up waiting for a response, or the request has no time left to ask. */
export const isDatabaseTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.message === 'Query read timeout' || error.message === tooLong);
