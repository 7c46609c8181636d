import { z } from 'zod';
import { defineCall } from './call.ts';
import { commentLimits } from './limits.ts';
import { clientEvent, serverEvent } from './live.ts';
import {
  dataResponse,
  emptyResponse,
  positionedPageQuery,
  positionedPagination,
  topResponse,
} from './page.ts';
import { chosenId, id, isoDate, prose } from './text.ts';
import { author } from './users.ts';

export const commentSort = z.enum(['newest', 'oldest', 'liked']);
export type CommentSort = z.output<typeof commentSort>;

/**
 * What a comment on a passage is about. `paragraph` is the paragraph's id, or null once the author has removed the
 * paragraph; `quote` is its words, null where the comment is folded and once the paragraph no longer has them.
 */
export const commentedPassage = z.object({ paragraph: z.int().nullable(), quote: z.string().nullable() });

/**
 * A comment or a reply. `isFolded`: it is on a chapter that the viewer has not reached and comes without its text, which
 * `GET /comments/{id}` returns to signed-in people. `isRemoved`: it was deleted, but is kept because of its replies. `author` is null for a
 * removed comment, `content` for a removed or folded one. `isHeld`: it is the viewer's, and only they see it until it was
 * reviewed (docs/product/spam.md).
 */
export const reply = z.object({
  _id: id,
  /** Null for a comment on a post. */
  story: id.nullable(),
  /** Null for a comment on the story, and on a post. */
  chapter: id.nullable(),
  /** The post of a community that the comment is on. */
  post: id.nullable(),
  /** For a reply, the comment that it replies to; otherwise null. */
  parent: id.nullable(),
  passage: commentedPassage.nullable(),
  author: author.nullable(),
  content: z.string().nullable(),
  /** The mentioned names ('@name') that are usernames of visible people. */
  mentions: z.array(z.string()),
  isFolded: z.boolean(),
  isRemoved: z.boolean(),
  isHeld: z.boolean(),
  isPinned: z.boolean(),
  isEdited: z.boolean(),
  createdAt: isoDate,
  likes: z.int(),
  isLiked: z.boolean(),
  /** `like` has the viewer's id if the viewer likes it; `likes` is the number of all. */
  reactions: z.object({ like: z.array(id) }),
});
export type Reply = z.output<typeof reply>;

/** `firstReplies`: the oldest of its replies, at most `commentLimits.firstReplies`. */
export const comment = reply.extend({ replies: z.int(), firstReplies: z.array(reply) });
export type Comment = z.output<typeof comment>;

/** Why the viewer cannot comment; `not-allowed`: they and the author have blocked one another, or one the other. */
export const commentRefusal = z.enum(['signed-out', 'closed', 'banned', 'not-allowed']);
export type CommentRefusal = z.output<typeof commentRefusal>;

export const sortedComments = positionedPageQuery(20).extend({ sort: commentSort.default('newest') });
/**
 * `pagination.total` counts comments, `commentsCount` counts their replies as well. The pinned comment is not in `data`,
 * nor are the viewer's comments that are `held`, which come with the first page.
 */
export const commentList = topResponse({
  data: z.array(comment),
  pagination: positionedPagination,
  commentsCount: z.int(),
  pinned: comment.nullable(),
  held: z.array(comment),
  /** For a chapter, also true if the comments of its whole story are closed; for a post, if it is locked. */
  isClosed: z.boolean(),
  /** Null for a viewer who may comment. */
  refusal: commentRefusal.nullable(),
});

export const listComments = defineCall('GET /comments', {
  summary: 'List the comments on a story, a chapter, a paragraph of a chapter or a post',
  access: 'public',
  errors: ['NOT_FOUND'],
  query: sortedComments.extend({
    story: id.optional(),
    chapter: id.optional(),
    post: id.optional(),
    /** With `chapter`: only the comments on this paragraph. The pinned one is then in `data`. */
    paragraph: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
  }),
  response: commentList,
});
export const listStoryComments = defineCall('GET /comments/story/{id}', {
  summary: 'List the comments on a story, without those on its chapters',
  access: 'public',
  query: sortedComments,
  response: commentList,
});
export const listChapterComments = defineCall('GET /comments/chapter/{id}', {
  summary: 'List the comments on a chapter, those on its paragraphs included',
  access: 'public',
  query: sortedComments,
  response: commentList,
});
export const getComment = defineCall('GET /comments/{id}', {
  summary:
    'Get one comment or reply; signed-in people get its text even on a chapter that they have not reached',
  access: 'public',
  response: dataResponse(comment),
});
export const listReplies = defineCall('GET /comments/{id}/replies', {
  summary: 'List the replies to a comment, the oldest first',
  access: 'public',
  query: positionedPageQuery(20),
  response: topResponse({
    data: z.array(reply),
    pagination: positionedPagination,
  }),
});

export const content = prose(commentLimits.text, 'Please write a comment.');

export const postComment = defineCall('POST /comments', {
  summary: 'Comment on a story, a chapter, a passage or a post, or reply to a comment',
  access: 'user',
  errors: ['BANNED', 'NOT_ALLOWED', 'NOT_FOUND', 'QUOTA_REACHED', 'TEXT_CHANGED'],
  limit: 'write',
  body: z.object({
    _id: chosenId.optional(),
    content,
    /**
     * One of these is required. A `story` beside a `chapter` must be the chapter's, and all must be those of a `parent`.
     * A reply to a reply becomes a reply to its comment.
     */
    story: id.optional(),
    chapter: id.optional(),
    post: id.optional(),
    parent: id.optional(),
    /** With `chapter`: offsets in the content of this version. */
    passage: z
      .object({
        version: z.int().min(1),
        startOffset: z.int().min(0),
        endOffset: z.int().min(0),
      })
      .optional(),
  }),
  response: dataResponse(comment),
  status: 201,
});
export type PostedComment = z.input<(typeof postComment)['body']>;
export const editComment = defineCall('PUT /comments/{id}', {
  withdraws: true,
  summary: 'Change the text of my comment',
  access: 'owner',
  errors: ['BANNED'],
  limit: 'write',
  body: z.object({ content }),
  response: dataResponse(comment),
});
export const deleteComment = defineCall('DELETE /comments/{id}', {
  withdraws: true,
  summary: 'Delete my comment, or one on my story or in a community that I moderate',
  access: 'owner',
  response: emptyResponse,
});

export const liked = topResponse({ liked: z.boolean(), likes: z.int() });
export const likeComment = defineCall('POST /comments/{id}/like', {
  summary: 'Like a comment',
  access: 'user',
  errors: ['BANNED', 'NOT_ALLOWED', 'QUOTA_REACHED'],
  response: liked,
});
export const unlikeComment = defineCall('DELETE /comments/{id}/like', {
  summary: 'Unlike a comment',
  access: 'user',
  response: liked,
});

export const pinComment = defineCall('PUT /comments/{id}/pin', {
  summary:
    'Pin a comment on my story or chapter, or on a post that I moderate, in place of the one pinned there',
  access: 'owner',
  response: dataResponse(comment),
});
export const unpinComment = defineCall('DELETE /comments/{id}/pin', {
  summary: 'Unpin a comment',
  access: 'owner',
  response: emptyResponse,
});
const closing = {
  access: 'owner',
  body: z.object({ isClosed: z.boolean() }),
  response: topResponse({ isClosed: z.boolean() }),
} as const;
export const closeStoryComments = defineCall('PUT /stories/{id}/comments', {
  withdraws: true,
  summary: 'Close or open comments on my story and all its chapters',
  ...closing,
});
export const closeChapterComments = defineCall('PUT /chapters/{id}/comments', {
  withdraws: true,
  summary: 'Close or open comments on my chapter',
  ...closing,
});

/** The most paragraphs of one call. */
const paragraphsPerCall = 200;
export const countParagraphComments = defineCall('GET /chapters/{id}/paragraph-comments', {
  summary: 'Count the comments on these paragraphs of a chapter; those without any are left out',
  access: 'user',
  query: z.object({
    /** Paragraph ids, separated by commas. */
    paragraphs: z
      .string()
      .regex(/^\d{1,10}(,\d{1,10})*$/, 'Please list paragraph ids, separated by commas.')
      .transform((list) => list.split(',').map(Number))
      .pipe(
        z
          .array(z.int().max(2_147_483_647))
          .max(paragraphsPerCall, `Please list at most ${paragraphsPerCall} paragraphs.`),
      ),
  }),
  response: dataResponse(z.array(z.object({ paragraph: z.int(), comments: z.int() }))),
});

const place = { storyId: id, chapterId: id.nullable() };
/**
 * The page shows the comments on a story, on a chapter or, with `isPost`, on the post whose id is `storyId`;
 * `comments:changed` and `comments:closed` follow until it no longer does. Of a private community nothing is sent.
 */
export const openComments = clientEvent(
  'comments:open',
  z.object({ ...place, isPost: z.literal(true).optional() }),
);
/** The page no longer shows these comments. */
export const closeComments = clientEvent('comments:close', z.object(place));
/**
 * The comments there have changed. `commentsCount` is as in the list; `added` is the id of a comment or reply that
 * was posted, or null for another change.
 */
export const commentsChanged = serverEvent(
  'comments:changed',
  z.object({ ...place, commentsCount: z.int(), added: id.nullable() }),
);
/** The author has closed the comments on a story or chapter, or opened them; also sent for a chapter when its story's comments are closed or opened. */
export const commentsClosed = serverEvent('comments:closed', z.object({ ...place, isClosed: z.boolean() }));
