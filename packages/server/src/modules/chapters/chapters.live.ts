import { chapterChanged } from '@inkling/contract/chapters';
import type { Events } from '../../platform/events/events.ts';
import { chapterSaved } from './chapters.events.ts';
import type { DraftKey } from './drafts.queries.ts';

/** The room of the author's pages that have this chapter open in the editor. */
export const chapterRoom = ({ authorId, storyId, chapterId }: DraftKey): string =>
  `chapter:${authorId}:${storyId}:${chapterId}`;

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
