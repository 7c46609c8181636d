import { graceDays } from '@inkling/contract/limits';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { laterOf } from '../../platform/deletion-cutoff.ts';
import { emit } from '../../platform/events/emit.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { withholdComments } from '../comments/index.ts';
import { lockStoriesOf, storySaved, unpublishAll } from '../stories/index.ts';
import { setDeletionDue } from '../users/index.ts';
import * as queries from './account.queries.ts';
import { sendAccountEmail } from './account-emails.ts';
import { expirePendingTokens } from './email-tokens.ts';
import { lockCurrentAccount, reauthenticate } from './reauthenticate.ts';

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
    await withholdComments(tx, viewer.id);
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
