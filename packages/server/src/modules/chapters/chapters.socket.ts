import { closeChapter, openChapter } from '@inkling/contract/chapters';
import { on, onLeave, type SocketHandlers } from '../../platform/live/socket-handlers.ts';
import { chapterRoom } from './chapters.listeners.ts';
import { draftKey } from './drafts.service.ts';

export function chapterSockets(handlers: SocketHandlers): void {
  on(handlers, openChapter, async (ctx, viewer, { storyId, chapterId }, rooms) => {
    rooms.enter(chapterRoom(await draftKey(ctx, viewer, storyId, chapterId)));
  });
  onLeave(handlers, closeChapter, (rooms, { storyId, chapterId }, viewer) =>
    rooms.leave(chapterRoom({ authorId: viewer.id, storyId, chapterId })),
  );
}
