import { chapterChanged } from '@inkling/contract/chapters';
import type { Events } from '../../platform/events/events.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { storyPublished } from '../stories/index.ts';
import { notePublicVersions } from './chapter-order.queries.ts';
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

/**
 * When a story is published, readers see its published chapters. If it is unpublished before this listener runs, they
 * count as not seen.
 */
export const chapterListener = (): Listener =>
  defineListener('chapters', [
    on(storyPublished, async ({ payload: { storyId } }, tx) => {
      await notePublicVersions(tx, storyId);
    }),
  ]);
