import { graceDays } from '@inkling/contract/personal-data';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { latestOf } from '../../platform/deletion-cutoff.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { unpublishAll } from '../stories/index.ts';
import { setDeletionDue } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { wrongPassword } from './account.service.ts';
import { sendAccountEmail } from './account-emails.ts';
import { expirePendingTokens } from './email-tokens.ts';
import { allowAttempt, attemptFailed, beginAttempt, signedIn } from './login-limits.ts';
import { limitConcurrentHashing, verifyPassword } from './passwords.ts';
import { lockCurrentAccount, signInRequired } from './reauthenticate.ts';

/**
 * Hides an account at once and has it deleted once the grace is over; logging in before brings it back
 * (docs/product.md §2.15). A wrong password counts like a log-in that failed. Returns when it will be deleted.
 */
export async function deleteAccount(ctx: RequestContext, viewer: Viewer, password: string): Promise<Date> {
  limitConcurrentHashing();
  const credentials = await queries.findCredentials(ctx.db, viewer.id);
  if (credentials === undefined) throw signInRequired();
  const attempt = await beginAttempt(ctx, signedIn(viewer.id), viewer.id);
  if (!(await verifyPassword(password, credentials.password_hash)).matches) {
    await attemptFailed(ctx, attempt);
    throw wrongPassword('password', 'This is not your password.');
  }
  await allowAttempt(ctx, attempt);
  // By whichever clock is ahead: one that is behind would cut the grace short.
  const now = latestOf(ctx.clock.now(), await ctx.databaseTime());
  const due = await transaction(ctx.db, async (tx) => {
    // Asked twice at once: the first has ended this log-in.
    await lockCurrentAccount(ctx, tx, viewer, credentials.password_hash);
    const due = new Date(now.getTime() + graceDays * day);
    await unpublishAll(tx, viewer.id);
    await setDeletionDue(tx, viewer.id, due);
    await queries.deleteTokens(tx, viewer.id);
    await expirePendingTokens(tx, viewer.id);
    await sendAccountEmail(ctx, tx, { letter: 'leaving', userId: viewer.id });
    return due;
  });
  invalidateViewers(ctx.db);
  return due;
}
