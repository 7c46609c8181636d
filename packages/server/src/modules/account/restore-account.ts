import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { withholdComments } from '../comments/index.ts';
import { lockStoriesOf, republishAll, storyPublished } from '../stories/index.ts';
import { findDeletionDue, setDeletionDue } from '../users/index.ts';
import { sendAccountEmail } from './account-emails.ts';

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
  await withholdComments(tx, userId);
  await sendAccountEmail(ctx, tx, { template: 'restored', userId });
  // Last: others who publish wait for the counts of languages and tags from here on.
  const stories = await republishAll(tx, userId);
  await emit(ctx, tx, storyPublished, ...stories.map((storyId) => ({ storyId, authorId: userId })));
  return true;
}
