import { AppError } from '../app-error.ts';
import { endedWait } from './timeouts.ts';

interface DatabaseFault {
  code: string;
  constraint: string | undefined;
}

/** The SQLSTATE, or the socket's error code, of an error from the driver; null for other errors. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return { code: error.code, constraint };
}

/**
 * A statement error in a form that is safe to log; null for other errors. PostgreSQL repeats values of the failed
 * statement in its messages, which may hold personal data: only the location of the error is logged.
 */
export function withoutValues(error: unknown): object | null {
  if (!(error instanceof Error) || !('severity' in error) || !('routine' in error)) return null;
  const { severity, routine } = error;
  const table = 'table' in error ? error.table : undefined;
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return { type: 'DatabaseError', ...databaseFault(error), table, severity, routine, stack };
}

/** Whether a prepared statement was rejected because its table has changed since it was planned. */
export const isOutdatedPlan = (error: unknown): boolean =>
  databaseFault(error)?.code === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery';

export const isRetryable = (error: unknown): boolean => {
  const code = databaseFault(error)?.code;
  return code === '40001' || code === '40P01' || isOutdatedPlan(error);
};

/** It would write; was stopped by a conflict with recovery; needs a table, column, function or type that is not there yet. */
const standbyFaults = new Set(['25006', '40001', '55000', '42P01', '42703', '42704', '42883']);

/**
 * Whether a standby could not answer a statement that the primary may answer, or is gone. A statement that took too long is
 * none.
 */
export const isStandbyFault = (error: unknown): boolean => {
  const code = databaseFault(error)?.code ?? '';
  if (code === '57014') return error instanceof Error && !error.message.includes('statement timeout');
  return standbyFaults.has(code) || isDatabaseUnavailable(error);
};

/** Whether a statement waited longer for a lock than it may. */
export const isLockTimeout = (error: unknown): boolean => databaseFault(error)?.code === '55P03';

/** Whether `error` is the violation of this unique key. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const fault = databaseFault(error);
  return fault?.code === '23505' && fault.constraint === constraint;
};

const badInput = new Set([
  '22001',
  '22003',
  '22007',
  '22008',
  '22009',
  '22021',
  '22P02',
  '22P05',
  '23502',
  '23514',
]);
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '3D000',
  '28P01',
]);
/** The driver's messages for a lost or unavailable connection; these errors have no code. */
const unavailableMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
];
/** The codes of PostgreSQL and of the file system for a full disk. */
const diskFull = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** The SQLSTATE of a write on a standby, or where writes are switched off. */
const readOnly = '25006';
export const isReadOnly = (error: unknown): boolean => databaseFault(error)?.code === readOnly;
const busy = new Set(['40001', '40P01', '55P03', '57014']);

/** What the log says about the database where a request failed: its SQLSTATE, and which wait has ended. */
export function causeOf(error: unknown): { sqlState?: string; wait?: string } {
  const sqlState = databaseFault(error)?.code;
  const wait = endedWait(error) ?? waits[sqlState ?? ''];
  return { ...(sqlState !== undefined && { sqlState }), ...(wait !== undefined && { wait }) };
}

const waits: Record<string, string> = { '55P03': 'lock', '57014': 'statement' };

/** The SQLSTATE of triggers that enforce a quota; the messages that they raise are written for people. */
const quotaReached = 'IK413';

/** The refusal that a database error stands for, or null when it is a fault of ours (docs/product/contract.md#errors). */
export function fromDatabase(error: unknown): AppError | null {
  const fault = databaseFault(error);
  if (fault === null) {
    const message = error instanceof Error ? error.message : '';
    const isLost = unavailableMessages.some((beginning) => message.startsWith(beginning));
    return isLost || endedWait(error) !== undefined ? unavailable() : null;
  }
  const { code } = fault;
  if (code === quotaReached && error instanceof Error) return new AppError('QUOTA_REACHED', error.message);
  if (code === '23505') return new AppError('CONFLICT', 'This already exists. Please reload the page.');
  if (code === '23503')
    return new AppError('CONFLICT', 'Something this belongs to no longer exists. Please reload the page.');
  if (badInput.has(code))
    return new AppError('BAD_INPUT', 'Some of this can’t be stored. Please check what you entered.');
  if (busy.has(code))
    return new AppError('BUSY', 'The server is busy. Please try again in a moment.', {
      retryAfterSeconds: 1,
    });
  if (diskFull.has(code)) return storageFull();
  if (code === readOnly) return databaseReadOnly();
  if (code.startsWith('08') || code.startsWith('53') || code.startsWith('57') || unavailableCodes.has(code))
    return unavailable();
  return null;
}

/**
 * Whether the database was unavailable or too slow. Work queued behind the failed call fails with the same error
 * instead of waiting just as long again.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  databaseFault(error)?.code === '57014' || fromDatabase(error)?.code === 'UNAVAILABLE';

/** The disk is full: the data was not saved, and a retry may succeed once there is space. */
export const storageFull = () =>
  new AppError(
    'STORAGE_FULL',
    'This site has run out of storage space, so this couldn’t be saved. Keep this page open and try again later.',
    { retryAfterSeconds: 60 },
  );

const databaseReadOnly = () =>
  new AppError(
    'UNAVAILABLE',
    'The site is read-only right now: you can read, but nothing can be saved. Please try again shortly.',
    { retryAfterSeconds: 5 },
  );

export const unavailable = () =>
  new AppError('UNAVAILABLE', 'The database is temporarily unavailable. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
