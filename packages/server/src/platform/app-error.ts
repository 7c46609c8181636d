import { type ErrorCode, errorStatus, type FieldError } from '@inkling/contract/errors';

/** A refusal that a person can read: a code of the contract, a message, the fields it is about. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = errorStatus[code];
    this.fields = more.fields;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** 404 for what is not there and for what is not the caller's to see: the two look alike. */
export const notFound = (what: string): AppError => new AppError('NOT_FOUND', `${what} not found`);
