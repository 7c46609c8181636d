import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockToken } from './account.queries.ts';
import { lockAccount } from './email-tokens.queries.ts';

export const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');

const passwordChanged = () =>
  new AppError('CONFLICT', 'Your password was changed in the meantime. Please enter the new one.');

/**
 * Locks the requester's account and checks session and password hash again. Comparing a password takes long, and
 * either may have changed in the meantime (docs/product/account.md#changing-the-password). Throws SIGN_IN_REQUIRED or CONFLICT.
 */
export async function lockCurrentAccount(
  { tokenHash }: RequestContext,
  tx: Db,
  { id }: Viewer,
  comparedHash?: string,
): Promise<NonNullable<Awaited<ReturnType<typeof lockAccount>>>> {
  const account = await lockAccount(tx, id);
  // Deletion and suspension end all sessions.
  if (account === undefined || tokenHash === null || !(await lockToken(tx, tokenHash)))
    throw signInRequired();
  if (comparedHash !== undefined && account.password_hash !== comparedHash) throw passwordChanged();
  return account;
}
