import { closePosts, openPosts } from '@inkling/contract/communities';
import { on, onLeave, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { postRoom } from './communities.live.ts';
import { requireCommunity, requireInside } from './communities.policy.ts';
import { findCommunity } from './communities.queries.ts';

export function communitySockets(handlers: SocketHandlers): void {
  on(handlers, openPosts, async (ctx, viewer, { communityId }, rooms) => {
    const asking = { viewer, now: ctx.clock.now() };
    requireInside(requireCommunity(await findCommunity(ctx.db, communityId, asking)), 'posts');
    rooms.enter(postRoom(communityId));
  });
  onLeave(handlers, closePosts, (rooms, { communityId }) => rooms.leave(postRoom(communityId)));
}
