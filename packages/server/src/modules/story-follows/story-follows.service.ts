import { storyFollowLimits } from '@inkling/contract/limits';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { storyPublished } from '../stories/index.ts';
import { lockActivePerson, requireUnblocked } from '../users/index.ts';
import { storyFollowed } from './story-follows.events.ts';
import * as queries from './story-follows.queries.ts';
import { eraseFollows, findFollowedSeries, followNewParts } from './story-follows.queries.ts';

/** Whether the viewer follows a story, and how many do; NOT_FOUND if the viewer may not open it. */
export async function readFollow(ctx: RequestContext, viewer: Viewer | null, storyId: string) {
  const state = requireFound(await queries.findState(ctx.db, storyId, viewer?.id ?? null), 'Story');
  return { isFollowing: state.is_following, followersCount: state.followers };
}

/**
 * Follows published stories of one author, which the viewer may open if they may open the first; idempotent. Throws
 * NOT_FOUND for what the viewer may not open, NOT_ALLOWED for their own, and QUOTA_REACHED (docs/product/following.md#stories).
 */
async function followStories(ctx: RequestContext, tx: Db, viewer: Viewer, storyIds: [string, ...string[]]) {
  if (!(await lockActivePerson(tx, viewer.id))) throw signInRequired();
  const state = requireFound(await queries.findState(tx, storyIds[0], viewer.id), 'Story');
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

const rowsPerStep = 500;

const erasedFollows = defineQueue<{ storyIds: string[] }>('erase-story-follows', { timeout: 600 });

/** Has the follows of stories erased, once the transaction has committed that erases these. */
export const eraseFollowsOf = async ({ jobs }: AppContext, tx: Db, storyIds: string[]): Promise<void> => {
  if (storyIds.length > 0) await jobs.send(tx, erasedFollows, { storyIds });
};

export const handleErasedFollows = (ctx: AppContext): void =>
  ctx.jobs.work(erasedFollows, async ({ storyIds }, { signal }) => {
    for (const storyId of storyIds) {
      do signal.throwIfAborted();
      while ((await eraseFollows(ctx.db, { storyId, chapterId: null }, rowsPerStep)) > 0);
    }
  });

const peoplePerStep = 200;

const newParts = defineQueue<{ seriesId: string }>('follow-new-parts', { timeout: 600, once: true });

/** Has the followers of a series follow what is new in it (docs/product/following.md#series). */
export async function followNewPartsOf(
  { jobs }: AppContext,
  tx: Db,
  of: { seriesId: string } | { storyId: string },
): Promise<void> {
  const seriesId = await findFollowedSeries(tx, of);
  if (seriesId !== undefined) await jobs.send(tx, newParts, { seriesId });
}

export const handleNewParts = (ctx: AppContext): void =>
  ctx.jobs.work(newParts, async ({ seriesId }, { signal }) => {
    const next = () =>
      transaction(ctx.db, (tx) => followNewParts(tx, seriesId, ctx.clock.now(), peoplePerStep));
    do signal.throwIfAborted();
    while ((await next()) > 0);
  });

export const storyFollowListener = (ctx: AppContext): Listener =>
  defineListener('story-follows', [
    on(storyPublished, ({ payload: { storyId } }, tx) => followNewPartsOf(ctx, tx, { storyId })),
  ]);
