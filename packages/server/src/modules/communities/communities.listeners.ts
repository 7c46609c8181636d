import { closePosts, openPosts, postsChanged } from '@inkling/contract/communities';
import type { AppContext } from '../../platform/context.ts';
import type { Events } from '../../platform/events/events.ts';
import { on, onLeave, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { eraseComments } from '../comments/index.ts';
import { postAdded } from './communities.events.ts';
import { requireCommunity, requireInside } from './communities.policy.ts';
import { findCommunity, removeExpired } from './communities.queries.ts';
import * as queries from './erasing.queries.ts';

/** The room of the pages that show the posts of a community. */
const postRoom = (communityId: string): string => `posts of ${communityId}`;

/** Notifies the pages that show the posts of a community of new ones, as long as everyone can read them. */
export function notifyPostPages(events: Events): void {
  events.onCommit(postAdded, ({ communityId, postId, isPublic }, live) => {
    if (isPublic) live.publish(postRoom(communityId), postsChanged, { communityId, added: postId });
  });
}

export function communitySockets(handlers: SocketHandlers): void {
  on(handlers, openPosts, async (ctx, viewer, { communityId }, rooms) => {
    const asking = { viewer, now: ctx.clock.now() };
    requireInside(requireCommunity(await findCommunity(ctx.db, communityId, asking)), 'posts');
    rooms.enter(postRoom(communityId));
  });
  onLeave(handlers, closePosts, (rooms, { communityId }) => rooms.leave(postRoom(communityId)));
}

const itemsPerStep = 50;
const rowsPerStep = 500;

async function untilNone(step: () => Promise<number>): Promise<void> {
  while ((await step()) > 0);
}

/** Erases deleted posts, and communities that cannot be restored, in small steps; what is done when it is interrupted stays done. */
export async function eraseDeleted({ db }: Pick<AppContext, 'db'>): Promise<void> {
  await untilNone(async () => {
    const posts = await queries.listPostsToErase(db, itemsPerStep);
    for (const post of posts) {
      await untilNone(() => eraseComments(db, { storyId: post.id, chapterId: null }, rowsPerStep));
      await untilNone(() => queries.erasePost(db, post, rowsPerStep));
    }
    return posts.length;
  });
  await untilNone(async () => {
    const communities = await queries.listCommunitiesToErase(db, itemsPerStep);
    for (const id of communities) await untilNone(() => queries.eraseCommunity(db, id, rowsPerStep));
    return communities.length;
  });
}

/** Every night (docs/product/communities.md#deleting). */
export const sweepCommunities = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-communities', '5 4 * * *', [
    (now) => queries.deleteEnded(ctx.db, now),
    (now) => removeExpired(ctx.db, now),
    () => eraseDeleted(ctx),
  ]);
