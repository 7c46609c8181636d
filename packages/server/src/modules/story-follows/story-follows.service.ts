import { storyFollowLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockActivePerson, requireUnblocked } from '../users/index.ts';
import { storyFollowed } from './story-follows.events.ts';
import * as queries from './story-follows.queries.ts';

/** Whether the viewer follows a story, and how many do; NOT_FOUND if the viewer may not open it. */
export async function readFollow(ctx: RequestContext, viewer: Viewer | null, storyId: string) {
  const state = await queries.findState(ctx.db, storyId, viewer?.id ?? null);
  if (state === undefined) throw notFound('Story');
  return { isFollowing: state.is_following, followersCount: state.followers };
}

/**
 * Follows a published story; idempotent. Throws NOT_FOUND for what the viewer may not open, NOT_ALLOWED for their own
 * story, and QUOTA_REACHED (docs/product/following.md#stories).
 */
export const followStory = (ctx: RequestContext, viewer: Viewer, storyId: string) =>
  transaction(ctx.db, async (tx) => {
    if (!(await lockActivePerson(tx, viewer.id))) throw signInRequired();
    const state = await queries.findState(tx, storyId, viewer.id);
    if (state === undefined) throw notFound('Story');
    if (state.is_own) throw new AppError('NOT_ALLOWED', 'You can’t follow your own story.');
    requireUnblocked(state.block, 'follow this story');
    const { perPerson } = storyFollowLimits;
    if (!state.is_following && (await queries.countFollowed(tx, viewer.id, perPerson)) >= perPerson)
      throw new AppError(
        'QUOTA_REACHED',
        `You can follow at most ${perPerson.toLocaleString('en')} stories. Unfollow one to follow another.`,
      );
    if (await queries.addFollow(tx, viewer.id, storyId, ctx.clock.now()))
      await emit(ctx, tx, storyFollowed, { storyId, followerId: viewer.id });
    return { isFollowing: true, followersCount: await queries.countFollowers(tx, storyId) };
  });

/** Unfollows a story, even one that is no longer available; idempotent. */
export const unfollowStory = (ctx: RequestContext, viewer: Viewer, storyId: string) =>
  transaction(ctx.db, async (tx) => {
    const wasFollowed = await queries.removeFollow(tx, viewer.id, storyId);
    if (!wasFollowed && (await queries.findState(tx, storyId, viewer.id)) === undefined)
      throw notFound('Story');
    return { isFollowing: false, followersCount: await queries.countFollowers(tx, storyId) };
  });
