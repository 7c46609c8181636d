import { z } from 'zod';

/** Every error code with its HTTP status (docs/product/contract.md#errors). */
export const errorStatus = {
  BAD_INPUT: 400,
  WRONG_PASSWORD: 400,
  RESET_LINK_INVALID: 400,
  VERIFICATION_LINK_INVALID: 400,
  TOO_SHORT_TO_PUBLISH: 400,
  NOTHING_PUBLISHED: 400,
  NOT_A_BOOK: 400,
  SIGN_IN_REQUIRED: 401,
  WRONG_CREDENTIALS: 401,
  NOT_ALLOWED: 403,
  SUSPENDED: 403,
  HELD: 403,
  FOLDED: 403,
  MUTED: 403,
  CHAT_CLOSED: 403,
  VERIFY_EMAIL_FIRST: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  USERNAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  IN_USE: 409,
  ID_TAKEN: 409,
  TEXT_CHANGED: 409,
  TOO_LARGE: 413,
  QUOTA_REACHED: 413,
  WRONG_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  BUSY: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const fieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** The body of every failure. `requestId` identifies the request in the log. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.array(fieldError).optional(),
  requestId: z.string().optional(),
});
export type Failure = z.output<typeof failure>;
