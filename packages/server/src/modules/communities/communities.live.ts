import { postsChanged } from '@inkling/contract/communities';
import type { Events } from '../../platform/events/events.ts';
import { postAdded } from './communities.events.ts';

/** The room of the pages that show the posts of a community. */
export const postRoom = (communityId: string): string => `posts of ${communityId}`;

/** Notifies the pages that show the posts of a community of new ones, as long as everyone can read them. */
export function notifyPostPages(events: Events): void {
  events.onCommit(postAdded, ({ communityId, postId, isPublic }, live) => {
    if (isPublic) live.publish(postRoom(communityId), postsChanged, { communityId, added: postId });
  });
}
