import { AppError } from '../app-error.ts';

interface DatabaseFault {
  code: string;
  constraint: string | undefined;
}

/** Reads the SQLSTATE (or the socket's error code) of whatever the driver threw; null when it is no database error. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const constraint =
    'constraint' in error && typeof error.constraint === 'string' ? error.constraint : undefined;
  return { code: error.code, constraint };
}

/**
 * An error of a statement as it may be logged, null for other errors. PostgreSQL repeats values of the failed
 * statement in its messages, and they may be somebody's address or text: only what names the place is kept.
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

/** Whether a prepared statement was refused because its table has changed since. */
export const isOutdatedPlan = (error: unknown): boolean =>
  databaseFault(error)?.code === '0A000' &&
  error instanceof Error &&
  'routine' in error &&
  error.routine === 'RevalidateCachedQuery';

export const isRetryable = (error: unknown): boolean => {
  const code = databaseFault(error)?.code;
  return code === '40001' || code === '40P01' || isOutdatedPlan(error);
};

/** Whether `error` is the violation of this unique key. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const fault = databaseFault(error);
  return fault?.code === '23505' && fault.constraint === constraint;
};

const badInput = new Set(['22001', '22003', '22007', '22008', '22021', '22P02', '22P05', '23502', '23514']);
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  '3D000',
  '28P01',
]);
/** What the driver says of a connection that is lost, silent or not to be had; it has no code for these. */
const awayWithoutCode = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  'Query read timeout',
  'Request waited too long for the database',
];
/** What PostgreSQL and the file system say of a disk that is full. */
const full = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const busy = new Set(['40001', '40P01', '55P03', '57014']);

/** The SQLSTATE of triggers that enforce a quota; the messages that they raise are written for people. */
const quotaReached = 'IK413';

/** The refusal that a database error stands for, or null when it is a fault of ours (docs/product.md §1.3). */
export function fromDatabase(error: unknown): AppError | null {
  const fault = databaseFault(error);
  if (fault === null) {
    const message = error instanceof Error ? error.message : '';
    return awayWithoutCode.some((beginning) => message.startsWith(beginning)) ? unavailable() : null;
  }
  const { code } = fault;
  if (code === quotaReached && error instanceof Error) return new AppError('QUOTA_REACHED', error.message);
  if (code === '23505') return new AppError('CONFLICT', 'This exists already. Reload and look again.');
  if (code === '23503')
    return new AppError('CONFLICT', 'Something that this belongs to is gone. Reload and look again.');
  if (badInput.has(code))
    return new AppError('BAD_INPUT', 'Something in this cannot be stored. Please check what you entered.');
  if (busy.has(code))
    return new AppError('BUSY', 'Too much is happening at once. Please try again in a moment.', {
      retryAfterSeconds: 1,
    });
  if (full.has(code)) return storageFull();
  if (code.startsWith('08') || code.startsWith('53') || code.startsWith('57') || away.has(code))
    return unavailable();
  return null;
}

/**
 * Whether the database was waited for in vain. What else waits for it has then waited long enough as well, and fails
 * with the same error instead of waiting as long once more.
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  databaseFault(error)?.code === '57014' || fromDatabase(error)?.code === 'UNAVAILABLE';

/** A full disk: what was sent is not stored, and may be once there is room again. */
export const storageFull = () =>
  new AppError(
    'STORAGE_FULL',
    'This site has no storage space left, so this could not be saved. Keep this page open and try again later.',
    { retryAfterSeconds: 60 },
  );

const unavailable = () =>
  new AppError('UNAVAILABLE', 'The database is away for a moment. Please try again shortly.', {
    retryAfterSeconds: 2,
  });
