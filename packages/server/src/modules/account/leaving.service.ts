import { graceDays } from '@inkling/contract/personal-data';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { forgetViewers } from '../../platform/known-viewers.ts';
import { latestOf } from '../../platform/time-to-delete.ts';
import { takeBackStories } from '../stories/index.ts';
import { setDeletionDue } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { wrongPassword } from './account.service.ts';
import { sendAccountMail } from './account-mails.ts';
import { holdAsker, signInAgain } from './asker.ts';
import { endPendingLinks } from './links.ts';
import { allowAttempt, attemptFailed, beginAttempt, signedIn } from './login-limits.ts';
import { refuseCrowds, verifyPassword } from './passwords.ts';

/**
 * Hides an account at once and has it deleted once the grace is over; logging in before brings it back
 * (docs/product.md §2.15). A wrong password counts like a log-in that failed. Returns when it will be deleted.
 */
export async function leave(ctx: RequestContext, viewer: Viewer, password: string): Promise<Date> {
  refuseCrowds();
  const credentials = await queries.findCredentials(ctx.db, viewer.id);
  if (credentials === undefined) throw signInAgain();
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
    await holdAsker(ctx, tx, viewer, credentials.password_hash);
    const due = new Date(now.getTime() + graceDays * day);
    await takeBackStories(tx, viewer.id);
    await setDeletionDue(tx, viewer.id, due);
    await queries.deleteTokens(tx, viewer.id);
    await endPendingLinks(tx, viewer.id);
    await sendAccountMail(ctx, tx, { letter: 'leaving', userId: viewer.id });
    return due;
  });
  forgetViewers(ctx.db);
  return due;
}
