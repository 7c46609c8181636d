import { AsyncLocalStorage } from 'node:async_hooks';
import type { Standby } from './standbys.ts';
import { WaitBudget } from './wait-budget.ts';

/** Timeouts of a connection's statements, in ms. */
export interface StatementTimeouts {
  /** To run a statement, unless the connection sets its own `statement_timeout`. PostgreSQL enforces it. */
  statementMs: number;
  /** To get a lock, within the statement that needs it. */
  lockMs: number;
  /** How long after `statementMs` a missing response means that the connection is dead. */
  silenceMs: number;
}

/** Timeouts of the database work of requests, in ms. */
export interface DatabaseTimeouts extends StatementTimeouts {
  /** To get a connection, whether pooled or new. */
  connectMs: number;
  /** The total that one request may wait for all of these. */
  requestMs: number;
  /** Extra time for a commit or rollback, so that few commits have an unknown outcome. */
  commitMs: number;
  /** How long the database may answer nothing at all until every request is refused. */
  silentMs: number;
}

/** With these, a request waits less than five seconds for a busy database, and less than one for a silent one. */
export const requestTimeouts: DatabaseTimeouts = {
  connectMs: 1_500,
  statementMs: 3_000,
  lockMs: 2_000,
  silenceMs: 400,
  requestMs: 4_500,
  commitMs: 400,
  silentMs: 600,
};

/** `silenceMs` for statements with a longer timeout than those of requests. */
const longSilenceMs = 3_000;
/** Background work may take longer, since no user waits for it. */
export const backgroundTimeouts: StatementTimeouts = {
  statementMs: 15_000,
  lockMs: 5_000,
  silenceMs: longSilenceMs,
};
/** How long (ms) a transaction may be idle, as when its process hangs. */
export const maxIdleInTransactionMs = 30_000;
/** How long background work and startup may wait for a connection. */
export const maxConnectMs = 10_000;
/** The timeout of statements without a limit: the largest delay of a timer. */
const unlimitedMs = 2 ** 31 - 1;

/** The kind of the current work: a request (its wait budget), a read from a standby for several requests, background work, or neither. */
const context = new AsyncLocalStorage<WaitBudget | { standby: Standby } | 'background' | null>();

/** Runs work that no request waits for (a job, an import, a tool) on connections of its own, with longer timeouts. */
export const inBackground = <T>(work: () => T): T => context.run('background', work);

export const isInBackground = (): boolean => context.getStore() === 'background';

/** Runs the work of a request: all its waits for the database count against the budget. */
export const inRequest = <T>(budget: WaitBudget, work: () => T): T => context.run(budget, work);

/** The wait budget of the current request; null outside requests and once the response is sent. */
export function currentBudget(): WaitBudget | null {
  const store = context.getStore();
  return store instanceof WaitBudget && !store.isOver ? store : null;
}

/** Runs work that outlives the request or is shared by several: one request's budget must not end it for all. */
export const outsideRequest = <T>(work: () => T): T =>
  context.getStore() instanceof WaitBudget ? context.run(null, work) : work();

/** The standby that the current work reads from; null for the primary. */
export function currentStandby(): Standby | null {
  const store = context.getStore();
  if (store instanceof WaitBudget) return (store.isOver ? null : store.standby) ?? null;
  return typeof store === 'object' ? (store?.standby ?? null) : null;
}

/** `outsideRequest` for work that only reads, from the same server as the request that starts it. */
export function readOutsideRequest<T>(work: () => T): T {
  const standby = currentStandby();
  return standby === null ? outsideRequest(work) : context.run({ standby }, work);
}

/** Runs work shared by several requests, limited by the remaining budget of the request that starts it. */
export function inCopiedBudget<T>(work: () => T): T {
  const budget = currentBudget();
  return budget === null ? work() : context.run(budget.copy(), work);
}

/** Waits for database work started elsewhere, within the budget of the current request. */
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

/** The response timeout (ms) of a connection without its own `statement_timeout`. */
export const defaultTimeouts = ({ statementMs, silenceMs }: StatementTimeouts): number =>
  statementMs + silenceMs;

const units: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/**
 * The response timeout (ms) after this statement: `set [local] statement_timeout = …` raises or lowers it,
 * `reset` restores the default.
 */
export function timeoutsAfter(statement: string, current: number, defaultMs: number): number {
  if (/^reset statement_timeout$/i.test(statement)) return defaultMs;
  const set = /^set (?:local )?statement_timeout = '?(\d+) ?(ms|s|min|h)?'?$/i.exec(statement);
  if (set === null) return current;
  const statementMs = Number(set[1]) * (units[set[2] ?? 'ms'] ?? 1);
  return statementMs === 0 ? unlimitedMs : Math.min(statementMs + longSilenceMs, unlimitedMs);
}

/** Messages of errors that end a wait; the first two are those of the driver. */
const noAnswer = 'Query read timeout';
export const noConnection = 'timeout exceeded when trying to connect';
export const databaseSilent = 'The database is silent';
const budgetExceeded = 'Request waited too long for the database';
export const waitedTooLong = (): Error => new Error(budgetExceeded);

/** Which wait of ours an error has ended, as the log names it; undefined for other errors. */
export const endedWait = (error: unknown): string | undefined =>
  error instanceof Error ? waits[error.message] : undefined;

const waits: Record<string, string> = {
  [noConnection]: 'pool',
  'Connection terminated due to connection timeout': 'connection',
  [noAnswer]: 'answer',
  [databaseSilent]: 'silent',
  [budgetExceeded]: 'request',
};

/** Whether a connection was given up while a statement ran on it, so that it cannot be used again. */
export const isDatabaseTimeout = (error: unknown): boolean =>
  ['answer', 'silent', 'request'].includes(endedWait(error) ?? '');
