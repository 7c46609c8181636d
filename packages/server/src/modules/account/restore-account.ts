import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { republishAll } from '../stories/index.ts';
import { findDeletionDue, setDeletionDue } from '../users/index.ts';
import { sendAccountEmail } from './account-emails.ts';

/**
 * Brings back an account that was to be deleted, as part of a log-in that holds its credentials; false when there
 * is nothing to bring back. The same stories are public again, and a mail says so.
 */
export async function restoreAccount(ctx: AppContext, tx: Db, userId: string): Promise<boolean> {
  const due = await findDeletionDue(tx, userId);
  if (due === null || due === undefined) return false;
  await republishAll(tx, userId);
  // Of two log-ins at once, one brings them back.
  if (!(await setDeletionDue(tx, userId, null))) return false;
  await sendAccountEmail(ctx, tx, { letter: 'restored', userId });
  return true;
}
