import { type AppError, fieldError } from '../../platform/app-error.ts';
import { isUniqueViolation } from '../../platform/db/db-errors.ts';

/** USERNAME_TAKEN if the username or its look-alike is or was another person's; null for any other error. */
export function usernameTaken(error: unknown): AppError | null {
  const constraints = ['users_username_key', 'users_username_skeleton', 'usernames_held'];
  return constraints.some((name) => isUniqueViolation(error, name))
    ? fieldError('USERNAME_TAKEN', 'username', 'Username is already taken')
    : null;
}
