import { closeChapter, openChapter } from '@inkling/contract/chapters';
import { type Ears, hear } from '../../platform/live/hear.ts';
import { chapterRoom } from './chapter-room.ts';
import { placeOf } from './drafts.service.ts';

export function chapterSockets(ears: Ears): void {
  hear(ears, openChapter, async (ctx, viewer, { storyId, slot }, rooms) => {
    rooms.enter(chapterRoom(await placeOf(ctx, viewer, storyId, slot)));
  });
  hear(ears, closeChapter, async (_ctx, viewer, { storyId, slot }, rooms) => {
    rooms.leave(chapterRoom({ authorId: viewer.id, storyId, slot }));
  });
}
