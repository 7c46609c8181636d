import { z } from 'zod';
import { defineCall } from './call.ts';
import { reply } from './comments.ts';
import { positionedPageQuery, positionedPagination, topResponse } from './page.ts';
import { review } from './ratings.ts';
import { id, isoDate } from './text.ts';

/**
 * `comment`: a comment or reply on my story or one of its chapters; `review`: of my story; `mention`: a comment on another
 * person's story that mentions me or replies to me.
 */
export const inboxKind = z.enum(['comment', 'review', 'mention']);
export type InboxKind = z.output<typeof inboxKind>;

export const inboxShow = z.enum(['all', 'new', 'unanswered']);
export type InboxShow = z.output<typeof inboxShow>;

const item = z.object({
  /** Of the comment or review. */
  _id: id,
  /** My notification of it is unread. */
  isNew: z.boolean(),
  /** I replied to it: under a comment, after it; of a review, its reply. */
  isAnswered: z.boolean(),
  story: z.object({ _id: id, title: z.string(), author: id }),
});
const commented = item.extend({
  /** Null for a comment on the story. `number` is the one that readers see. */
  chapter: z.object({ _id: id, title: z.string(), number: z.int() }).nullable(),
  comment: reply,
  /** Comments there are closed, so it takes no reply. */
  isClosed: z.boolean(),
});
/** What people wrote to me (docs/product/inbox.md). */
export const inboxItem = z.discriminatedUnion('kind', [
  commented.extend({ kind: z.literal('comment') }),
  commented.extend({ kind: z.literal('mention') }),
  item.extend({ kind: z.literal('review'), review }),
]);
export type InboxItem = z.output<typeof inboxItem>;

export const listInbox = defineCall('GET /inbox', {
  summary: 'List the comments on and reviews of my stories, and mentions of me, newest first',
  access: 'user',
  query: positionedPageQuery(20).extend({
    show: inboxShow.default('all'),
    kind: inboxKind.optional(),
    story: id.optional(),
  }),
  /**
   * `pagination.total` is counted up to `inboxLimits.counted`. `newCount`: how many are new, of the same kind and story.
   * `asOf`: the time of this response, for `POST /notifications/read`.
   */
  response: topResponse({
    data: z.array(inboxItem),
    pagination: positionedPagination,
    newCount: z.int(),
    asOf: isoDate,
  }),
});

export const listInboxStories = defineCall('GET /inbox/stories', {
  summary: 'List my published stories by title, with the number of new comments and reviews',
  access: 'user',
  /** `newCount` counts comments and reviews; `chapters` are those with new comments. */
  response: topResponse({
    data: z.array(
      z.object({
        _id: id,
        title: z.string(),
        newCount: z.int(),
        chapters: z.array(z.object({ _id: id, newCount: z.int() })),
      }),
    ),
  }),
});
