import { graceDays } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { laterOf } from '../../platform/sweep.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { lockCommentsOf, withholdComments } from '../comments/index.ts';
import { withholdPosts } from '../communities/index.ts';
import { lockStoriesOf, republishAll, storyPublished, storySaved, unpublishAll } from '../stories/index.ts';
import { findDeletionDue, setDeletionDue } from '../users/index.ts';
import { recountLater } from './account.jobs.ts';
import * as queries from './account.queries.ts';
import { sendAccountEmail } from './account-emails.ts';
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
  // Use the later clock: one that is behind would shorten the grace period.
  const now = laterOf(ctx.clock.now(), await ctx.databaseTime());
  const due = await transaction(ctx.db, async (tx) => {
    // Of two concurrent requests, the first has ended this session.
    await lockCurrentAccount(tx, viewer, credentials);
    const due = new Date(now.getTime() + graceDays * day);
    await lockStoriesOf(tx, viewer.id);
    await setDeletionDue(tx, viewer.id, due);
    await recountLater(ctx, tx, viewer.id);
    await withholdTexts(tx, viewer.id);
    await queries.deleteTokens(tx, viewer.id);
    await expirePendingTokens(tx, viewer.id);
    await sendAccountEmail(ctx, tx, { template: 'deletionRequested', userId: viewer.id });
    // Last: others who publish wait for the counts of languages and tags from here on.
    const stories = await unpublishAll(tx, viewer.id);
    await emit(ctx, tx, storySaved, ...stories.map((storyId) => ({ storyId, authorId: viewer.id })));
    return due;
  });
  invalidateViewers(ctx.db);
  return due;
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
