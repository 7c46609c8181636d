import { closeComments, openComments } from '@inkling/contract/comments';
import { on, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { readNamed } from './comment-subjects.ts';
import { commentRoom } from './comments.live.ts';

export function commentSockets(handlers: SocketHandlers): void {
  on(handlers, openComments, async (ctx, viewer, place, rooms) => {
    const { storyId, chapterId, isPost } = place;
    await readNamed(ctx, viewer, isPost ? { post: storyId } : { story: storyId, chapter: chapterId });
    rooms.enter(commentRoom(place));
  });
  on(handlers, closeComments, async (_ctx, _viewer, place, rooms) => rooms.leave(commentRoom(place)));
}
