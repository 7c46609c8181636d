import { type AppError, fieldError } from '../../platform/app-error.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';

/** USERNAME_TAKEN if the username or its look-alike exists; null for any other error. */
export function usernameTaken(error: unknown): AppError | null {
  const refused =
    isUniqueViolation(error, 'users_username_key') || isUniqueViolation(error, 'users_username_skeleton');
  return refused ? fieldError('USERNAME_TAKEN', 'username', 'Username is already taken') : null;
}
