import { closeComments, openComments } from '@inkling/contract/comments';
import { on, onLeave, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { readNamed } from './comment-subjects.ts';
import { commentRoom } from './comments.live.ts';

export function commentSockets(handlers: SocketHandlers): void {
  on(handlers, openComments, async (ctx, viewer, place, rooms) => {
    const { storyId, chapterId, isPost } = place;
    await readNamed(ctx, viewer, isPost ? { post: storyId } : { story: storyId, chapter: chapterId });
    rooms.enter(commentRoom(place));
  });
  onLeave(handlers, closeComments, (rooms, place) => rooms.leave(commentRoom(place)));
}
