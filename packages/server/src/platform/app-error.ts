import { type ErrorCode, errorStatus, type FieldError } from '@inkling/contract/errors';

/** An expected failure with a code of the contract, a message for the user, and the fields it concerns. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = errorStatus[code];
    this.fields = details.fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A failure that one field of a request causes; the message is that of the request, too. */
export const fieldError = (code: ErrorCode, path: string, message: string): AppError =>
  new AppError(code, message, { fields: [{ path, message }] });

/** An invalid field of a request. */
export const badInput = (path: string, message: string): AppError => fieldError('BAD_INPUT', path, message);

/** 404 both for a missing resource and for one that the requester may not see: the two must look alike. */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `${what} not found`);

/** What was found. Throws NOT_FOUND for undefined. */
export function requireFound<Found>(found: Found | undefined, what: string): Found {
  if (found === undefined) throw notFound(what);
  return found;
}
