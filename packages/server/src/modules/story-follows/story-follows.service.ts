import { storyFollowLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
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
 * Follows published stories of one author, which the viewer may open if they may open the first; idempotent. Throws
 * NOT_FOUND for what the viewer may not open, NOT_ALLOWED for their own, and QUOTA_REACHED (docs/product/following.md#stories).
 */
async function followStories(ctx: RequestContext, tx: Db, viewer: Viewer, storyIds: [string, ...string[]]) {
  if (!(await lockActivePerson(tx, viewer.id))) throw signInRequired();
  const state = await queries.findState(tx, storyIds[0], viewer.id);
  if (state === undefined) throw notFound('Story');
  if (state.is_own) throw new AppError('NOT_ALLOWED', 'You can’t follow your own story.');
  requireUnblocked(state.block, 'follow this story');
  const { perPerson } = storyFollowLimits;
  const added = await queries.addFollows(tx, viewer.id, storyIds, ctx.clock.now());
  if (added.length > 0 && (await queries.countFollowed(tx, viewer.id, perPerson + 1)) > perPerson)
    throw new AppError(
      'QUOTA_REACHED',
      `You can follow at most ${perPerson.toLocaleString('en')} stories. Unfollow one to follow another.`,
    );
  for (const storyId of added) await emit(ctx, tx, storyFollowed, { storyId, followerId: viewer.id });
}

/** Follows a published story. */
export const followStory = (ctx: RequestContext, viewer: Viewer, storyId: string) =>
  transaction(ctx.db, async (tx) => {
    await followStories(ctx, tx, viewer, [storyId]);
    return { isFollowing: true, followersCount: await queries.countFollowers(tx, storyId) };
  });

/** Follows stories of a series, which the viewer can open, and those that are added to it later. */
export async function followSeries(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
  seriesId: string,
  storyIds: [string, ...string[]],
) {
  await followStories(ctx, tx, viewer, storyIds);
  if (!(await queries.addSeriesFollow(tx, viewer.id, seriesId, storyIds, ctx.clock.now())))
    throw notFound('Series');
}

/** Unfollows a story, even one that is no longer available; idempotent. */
export const unfollowStory = (ctx: RequestContext, viewer: Viewer, storyId: string) =>
  transaction(ctx.db, async (tx) => {
    const wasFollowed = await queries.removeFollow(tx, viewer.id, storyId);
    if (!wasFollowed && (await queries.findState(tx, storyId, viewer.id)) === undefined)
      throw notFound('Story');
    return { isFollowing: false, followersCount: await queries.countFollowers(tx, storyId) };
  });
