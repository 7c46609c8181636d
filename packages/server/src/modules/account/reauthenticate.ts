import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { lockToken } from './account.queries.ts';
import { lockAccount } from './email-tokens.queries.ts';

export const signInRequired = () => new AppError('SIGN_IN_REQUIRED', 'Please sign in to do this.');

const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Your password was changed in the meantime. Please enter the new one.');

/**
 * Holds the account of whoever asks, and asks again what a request was let in by: comparing a password takes long,
 * and the log-in may have been ended meanwhile, or the hash that was compared replaced (docs/product.md §2.4).
 * Fails with SIGN_IN_REQUIRED or CONFLICT.
 */
export async function lockCurrentAccount(
  { tokenHash }: RequestContext,
  tx: Db,
  { id }: Viewer,
  comparedHash?: string,
): Promise<NonNullable<Awaited<ReturnType<typeof lockAccount>>>> {
  const account = await lockAccount(tx, id);
  // Whoever leaves or is suspended has no log-in left.
  if (account === undefined || tokenHash === null || !(await lockToken(tx, tokenHash)))
    throw signInRequired();
  if (comparedHash !== undefined && account.password_hash !== comparedHash) throw changedMeanwhile();
  return account;
}
