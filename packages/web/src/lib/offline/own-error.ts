import { type ErrorCode, errorStatus } from '@inkling/contract/error-codes';

/** Whether the site's server refused this, rather than a proxy, a file server or a network that asks to sign in. */
export const isOwnError = (status: number, code: string | undefined): boolean =>
  code !== undefined && Object.hasOwn(errorStatus, code) && errorStatus[code as ErrorCode] === status;
