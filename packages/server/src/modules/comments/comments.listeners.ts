import { closeComments, openComments } from '@inkling/contract/comments';
import type { AppContext } from '../../platform/context.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { onLeave, on as onMessage, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { chapterDeleted, chapterPublished, chapterSaved, chapterTextSaved } from '../chapters/index.ts';
import { storyPublished } from '../stories/index.ts';
import { leaveOutUnpublished } from './comment-counts.queries.ts';
import { readNamed } from './comment-subjects.ts';
import { commentRoom } from './comments.live.ts';
import { carryComments } from './passages.ts';

/**
 * Carries comments on paragraphs over to a chapter's new text (docs/product/comments.md#passages), and keeps the numbers
 * of stories in lists without the comments on unpublished and deleted chapters.
 */
export const commentListener = (ctx: AppContext): Listener =>
  defineListener('comments', [
    on(chapterTextSaved, ({ payload: { chapterId } }, tx) => carryComments(ctx, tx, chapterId)),
    // A chapter may have been taken down while its story was in the trash, which is no event.
    on(storyPublished, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterPublished, async ({ payload: { storyId, chapterId } }, tx) => {
      await leaveOutUnpublished(tx, storyId);
      // A draft has comments from another site, and may have been edited since.
      await carryComments(ctx, tx, chapterId);
    }),
    on(chapterDeleted, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
    on(chapterSaved, ({ payload: { storyId } }, tx) => leaveOutUnpublished(tx, storyId)),
  ]);

export function commentSockets(handlers: SocketHandlers): void {
  onMessage(handlers, openComments, async (ctx, viewer, place, rooms) => {
    const { storyId, chapterId, isPost } = place;
    await readNamed(ctx, viewer, isPost ? { post: storyId } : { story: storyId, chapter: chapterId });
    rooms.enter(commentRoom(place));
  });
  onLeave(handlers, closeComments, (rooms, place) => rooms.leave(commentRoom(place)));
}
