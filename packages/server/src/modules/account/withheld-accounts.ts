import { graceDays } from '@inkling/contract/limits';
import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { laterOf } from '../../platform/sweep.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { lockCommentsOf, withholdComments } from '../comments/index.ts';
import { withholdPosts } from '../communities/index.ts';
import { lockStoriesOf, republishAll, storyPublished, storySaved, unpublishAll } from '../stories/index.ts';
import { findDeletionDue, lockOtherAdmin, setDeletionDue } from '../users/index.ts';
import { recountLater } from './account.jobs.ts';
import * as queries from './account.queries.ts';
import { sendAccountEmail } from './account-emails.ts';
import { lockAccount } from './email-tokens.queries.ts';
import { expirePendingTokens } from './email-tokens.ts';
import { lockCurrentAccount, reauthenticate } from './passwords.ts';

/** Hides what a person wrote, or shows it again. Locks in the order of a reply: comments, the post, its counts. */
async function withholdTexts(tx: Db, userId: string): Promise<void> {
  await lockCommentsOf(tx, userId);
  await withholdPosts(tx, userId);
  await withholdComments(tx, userId);
}

/**
 * Hides an account immediately and schedules its deletion after the grace period; signing in before then restores
 * it (docs/product/personal-data.md#account-deletion). Returns the deletion time.
 */
export async function deleteAccount(ctx: RequestContext, viewer: Viewer, password: string): Promise<Date> {
  const credentials = await reauthenticate(ctx, viewer, password);
  const due = await deletionDue(ctx);
  await transaction(ctx.db, async (tx) => {
    // Of two concurrent requests, the first has ended this session.
    await lockCurrentAccount(tx, viewer, credentials);
    if (viewer.isAdmin && !(await lockOtherAdmin(tx, viewer.id)))
      throw new AppError(
        'CONFLICT',
        'You’re the only admin of this site. Make someone else an admin first, on the server’s command line.',
      );
    await requestDeletion(ctx, tx, viewer.id, due);
  });
  invalidateViewers(ctx.db);
  return due;
}

/** When an account whose deletion is asked for now is deleted. By the later clock: one that is behind would shorten the grace period. */
export const deletionDue = async (ctx: Pick<AppContext, 'clock' | 'databaseTime'>): Promise<Date> =>
  new Date(laterOf(ctx.clock.now(), await ctx.databaseTime()).getTime() + graceDays * day);

/** Hides an account, ends its sessions and schedules its deletion, with an email to the person. Callers invalidate viewers. */
export async function requestDeletion(ctx: AppContext, tx: Db, userId: string, due: Date): Promise<void> {
  await lockAccount(tx, userId);
  await lockStoriesOf(tx, userId);
  await setDeletionDue(tx, userId, due);
  await recountLater(ctx, tx, userId);
  await withholdTexts(tx, userId);
  await queries.deleteTokens(tx, userId);
  await expirePendingTokens(tx, userId);
  await sendAccountEmail(ctx, tx, { template: 'deletionRequested', userId });
  // Last: others who publish wait for the counts of languages and tags from here on.
  const stories = await unpublishAll(tx, userId);
  await emit(ctx, tx, storySaved, ...stories.map((storyId) => ({ storyId, authorId: userId })));
}

/**
 * Cancels a pending deletion as part of a sign-in, which has locked the credentials. Publishes the same stories
 * again and sends an email. False when no deletion is pending.
 */
export async function restoreAccount(ctx: AppContext, tx: Db, userId: string): Promise<boolean> {
  const due = await findDeletionDue(tx, userId);
  if (due === null || due === undefined) return false;
  await lockStoriesOf(tx, userId);
  // Of two concurrent sign-ins, only one restores the account.
  if (!(await setDeletionDue(tx, userId, null))) return false;
  await recountLater(ctx, tx, userId);
  await withholdTexts(tx, userId);
  await sendAccountEmail(ctx, tx, { template: 'restored', userId });
  // Last: others who publish wait for the counts of languages and tags from here on.
  const stories = await republishAll(tx, userId);
  await emit(ctx, tx, storyPublished, ...stories.map((storyId) => ({ storyId, authorId: userId })));
  return true;
}
