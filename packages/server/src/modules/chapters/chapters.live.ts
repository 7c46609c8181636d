import { chapterChanged } from '@inkling/contract/chapters';
import type { Events } from '../../platform/events/events.ts';
import { chapterRoom } from './chapter-room.ts';
import { chapterSaved } from './chapters.events.ts';

/**
 * Tells the editors that have a chapter open when it was saved. Drafts are told of by `drafts.service.ts`: they are kept
 * many times a minute, so they are no events.
 */
export function publishChapterEvents(events: Events): void {
  events.onCommit(chapterSaved, ({ authorId, storyId, chapterId: slot, version }, live) =>
    live.publish(chapterRoom({ authorId, storyId, slot }), chapterChanged, {
      storyId,
      slot,
      version,
      revision: null,
    }),
  );
}
