import { signInRequired } from '../../platform/access.ts';
import { AppError, fieldError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { findCredentials, lockToken } from './account.queries.ts';
import { lockAccount } from './email-tokens.queries.ts';
import { accountSubject, beginAttempt, recordFailedAttempt, requireAttemptAllowed } from './login-limits.ts';
import { verifyPassword } from './passwords.ts';

export const wrongOldPassword = () =>
  fieldError('WRONG_PASSWORD', 'oldPassword', 'Your old password is incorrect.');

const passwordChanged = () =>
  new AppError('CONFLICT', 'Your password was changed in the meantime. Please enter the new one.');

/**
 * Compares the password that the viewer was asked for; a wrong one counts as a failed sign-in. Returns the compared
 * credentials for `lockCurrentAccount`.
 */
export async function reauthenticate(
  ctx: RequestContext,
  viewer: Viewer,
  password: string,
  wrong = () => fieldError('WRONG_PASSWORD', 'password', 'Your password is incorrect.'),
): Promise<{ email: string; password_hash: string }> {
  const credentials = await findCredentials(ctx.db, viewer.id);
  if (credentials === undefined) throw signInRequired();
  const attempt = await beginAttempt(ctx, accountSubject(viewer.id), viewer.id);
  if (!(await verifyPassword(password, credentials.password_hash)).matches) {
    await recordFailedAttempt(ctx, attempt);
    throw wrong();
  }
  await requireAttemptAllowed(ctx, attempt);
  return credentials;
}

/**
 * Locks the viewer's account and checks session and password hash again. Comparing a password takes long, and
 * either may have changed in the meantime (docs/product/account.md#changing-the-password). Throws SIGN_IN_REQUIRED or `changed`.
 */
export async function lockCurrentAccount(
  tx: Db,
  { id, session }: Viewer,
  compared?: { password_hash: string },
  changed = passwordChanged,
): Promise<NonNullable<Awaited<ReturnType<typeof lockAccount>>>> {
  const account = await lockAccount(tx, id);
  // Deletion and suspension end all sessions.
  if (account === undefined || !(await lockToken(tx, session.tokenHash))) throw signInRequired();
  if (compared !== undefined && account.password_hash !== compared.password_hash) throw changed();
  return account;
}
