import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { storyPublished } from '../stories/index.ts';
import { notePublicVersions } from './chapter-order.queries.ts';

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
