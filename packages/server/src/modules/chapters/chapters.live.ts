import { chapterChanged } from '@inkling/contract/chapters';
import type { Events } from '../../platform/events/events.ts';
import { chapterRoom } from './chapter-room.ts';
import { chapterSaved } from './chapters.events.ts';

/**
 * Notifies the editors that have a chapter open when it is saved. `drafts.service.ts` publishes drafts directly: they
 * are saved many times a minute, too often for durable events.
 */
export function notifyOpenEditors(events: Events): void {
  events.onCommit(chapterSaved, ({ authorId, storyId, chapterId, version }, live) =>
    live.publish(chapterRoom({ authorId, storyId, chapterId }), chapterChanged, {
      storyId,
      chapterId,
      version,
    }),
  );
}
