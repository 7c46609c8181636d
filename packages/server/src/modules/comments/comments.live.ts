import { commentsChanged, commentsClosed } from '@inkling/contract/comments';
import type { LivePublisher } from '../../platform/live/live-publisher.ts';
import type { ClosablePlace, PlaceState } from './places.queries.ts';

/** The room of the pages that show the comments on a story, or on a chapter. */
export const commentRoom = ({ storyId, chapterId }: { storyId: string; chapterId: string | null }): string =>
  `comments of ${storyId} ${chapterId ?? ''}`;

/**
 * Notifies the pages that show a place's comments of a change; call it after the commit. Pages that were opened before
 * the story was unpublished receive no event (docs/product/comments.md#live).
 */
export function publishChange(
  live: LivePublisher,
  { story_id: storyId, chapter_id: chapterId, is_published }: PlaceState,
  commentsCount: number,
  added: string | null = null,
): void {
  if (!is_published) return;
  const place = { storyId, chapterId };
  live.publish(commentRoom(place), commentsChanged, { ...place, commentsCount, added });
}

/** Notifies the pages that show these places that their comments are closed or open; call it after the commit. */
export function publishClosing(live: LivePublisher, storyId: string, places: ClosablePlace[]): void {
  for (const { chapter_id: chapterId, is_closed: isClosed } of places) {
    const place = { storyId, chapterId };
    live.publish(commentRoom(place), commentsClosed, { ...place, isClosed });
  }
}
