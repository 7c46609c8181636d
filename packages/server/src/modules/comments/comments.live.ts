import { commentsChanged, commentsClosed } from '@inkling/contract/comments';
import type { Events } from '../../platform/events/events.ts';
import type { LivePublisher } from '../../platform/live/live-publisher.ts';
import type { ClosableSubject } from './comment-subjects.queries.ts';
import { commentAdded, commentChanged } from './comments.events.ts';

/** The room of the pages that show the comments on a story, or on a chapter. */
export const commentRoom = ({ storyId, chapterId }: { storyId: string; chapterId: string | null }): string =>
  `comments of ${storyId} ${chapterId ?? ''}`;

interface Changed {
  subjectId: string;
  rootId: string;
  commentsCount: number;
  isPublic: boolean;
}

/** Pages that were opened before the story was unpublished receive no event (docs/product/comments.md#live). */
function publishChange(
  live: LivePublisher,
  { subjectId, rootId, commentsCount, isPublic }: Changed,
  added: string | null,
): void {
  if (!isPublic) return;
  const place = { storyId: rootId, chapterId: subjectId === rootId ? null : subjectId };
  live.publish(commentRoom(place), commentsChanged, { ...place, commentsCount, added });
}

/** Notifies the pages that show the comments on a subject of every change. */
export function notifyCommentPages(events: Events): void {
  events.onCommit(commentAdded, (event, live) => publishChange(live, event, event.commentId));
  events.onCommit(commentChanged, (event, live) => publishChange(live, event, null));
}

/** Notifies the pages that show these subjects that their comments are closed or open; call it after the commit. */
export function publishClosing(live: LivePublisher, storyId: string, subjects: ClosableSubject[]): void {
  for (const { chapter_id: chapterId, is_closed: isClosed } of subjects) {
    const place = { storyId, chapterId };
    live.publish(commentRoom(place), commentsClosed, { ...place, isClosed });
  }
}
