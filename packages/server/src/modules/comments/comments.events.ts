import { z } from 'zod';
import { defineEvent } from '../../platform/events/event.ts';

// These events are emitted while the comment is locked. `rootId` is the story of a chapter, and otherwise the subject
// itself; `isPublic` is whether everyone may read the subject.

const onSubject = { subjectId: z.uuid(), rootId: z.uuid(), commentsCount: z.int(), isPublic: z.boolean() };

/** A person commented or replied; `commentsCount` is the number of comments and replies after it. */
export const commentAdded = defineEvent('comment.added', {
  payload: { commentId: z.uuid(), writerId: z.uuid(), isReply: z.boolean(), ...onSubject },
  subject: 'commentId',
  people: ['writerId'],
});

/** A comment was edited, deleted, pinned or unpinned. */
export const commentChanged = defineEvent('comment.changed', {
  payload: { commentId: z.uuid(), ...onSubject },
  subject: 'commentId',
  people: [],
});

/** A comment was deleted by another person than its writer. */
export const commentRemoved = defineEvent('comment.removed', {
  payload: { commentId: z.uuid(), writerId: z.uuid(), subjectId: z.uuid() },
  subject: 'commentId',
  people: ['writerId'],
});

/** A person began to like a comment. */
export const commentLiked = defineEvent('comment.liked', {
  payload: { commentId: z.uuid(), likerId: z.uuid(), subjectId: z.uuid() },
  subject: 'commentId',
  people: ['likerId'],
});
