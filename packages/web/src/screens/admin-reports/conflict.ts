import { ApiError } from '../../lib/api.ts';

/** Whether a colleague was faster; the message says who did what. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'CONFLICT';
