import { z } from 'zod';

export { type ErrorCode, errorStatus } from './error-codes.ts';

export const fieldError = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.output<typeof fieldError>;

/** The body of every failure. `requestId` identifies the request in the log. */
export const failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  /** Empty unless fields of the request are wrong. */
  errors: z.array(fieldError),
  requestId: z.string().optional(),
});
export type Failure = z.output<typeof failure>;
