import { commentsChanged } from '@inkling/contract/comments';
import type { z } from 'zod';
import type { Events } from '../../platform/events/events.ts';
import type { LivePublisher } from '../../platform/live/live-publisher.ts';
import { commentAdded, commentChanged } from './comments.events.ts';

/** The room of the pages that show the comments on a story, or on a chapter. */
export const commentRoom = ({ storyId, chapterId }: { storyId: string; chapterId: string | null }): string =>
  `comments of ${storyId} ${chapterId ?? ''}`;

/** Notifies the pages that show the comments on a subject of every change, as long as everyone can read them. */
export function notifyCommentPages(events: Events): void {
  const publish = (
    { subjectId, rootId, commentsCount, isPublic }: z.output<typeof commentChanged.payload>,
    live: LivePublisher,
    added: string | null,
  ): void => {
    const place = { storyId: rootId, chapterId: subjectId === rootId ? null : subjectId };
    // Pages that were opened before the story was unpublished receive no event (docs/product/comments.md#live).
    if (isPublic) live.publish(commentRoom(place), commentsChanged, { ...place, commentsCount, added });
  };
  events.onCommit(commentAdded, (event, live) => publish(event, live, event.commentId));
  events.onCommit(commentChanged, (event, live) => publish(event, live, null));
}
