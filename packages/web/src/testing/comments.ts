import type { Comment, CommentRefusal, Reply } from '@inkling/contract/comments';
import type { CallResponse } from '../lib/api.ts';
import { idOf, story } from './fixtures.ts';

/** A person who comments. */
const bo = { _id: idOf(51), username: 'bo', displayName: 'Bo', avatar: null };

/** A comment on the story by another reader. */
export const commentOf = (number: number, changes: Partial<Comment> = {}): Comment => ({
  _id: idOf(600 + number),
  story: story._id,
  chapter: null,
  post: null,
  parent: null,
  passage: null,
  author: bo,
  content: `Comment ${number}`,
  mentions: [],
  isFolded: false,
  isRemoved: false,
  isHeld: false,
  isPinned: false,
  isEdited: false,
  createdAt: '2026-01-02T00:00:00.000Z',
  likes: 0,
  isLiked: false,
  reactions: { like: [] },
  replies: 0,
  firstReplies: [],
  ...changes,
});

export const replyOf = (comment: Comment, number: number, changes: Partial<Reply> = {}): Reply => {
  const { replies: _replies, firstReplies: _firstReplies, ...reply } = commentOf(number);
  const createdAt = new Date(Date.parse(comment.createdAt) + number * 1000).toISOString();
  return { ...reply, parent: comment._id, content: `Reply ${number}`, createdAt, ...changes };
};

interface Listed {
  data?: Comment[];
  total?: number;
  pinned?: Comment | null;
  held?: Comment[];
  isClosed?: boolean;
  refusal?: CommentRefusal | null;
  next?: string;
}

export function commentList(listed: Listed): CallResponse<'GET /comments'> {
  const {
    data = [],
    total = data.length,
    pinned = null,
    held = [],
    isClosed = false,
    refusal = null,
    next,
  } = listed;
  const replies = data.reduce((sum, comment) => sum + comment.replies, 0);
  return {
    success: true,
    data,
    commentsCount: total + replies,
    pinned,
    held,
    isClosed,
    refusal,
    pagination: {
      page: 1,
      limit: 20,
      total,
      totalPages: 1,
      hasMore: next !== undefined,
      ...(next !== undefined && { next }),
    },
  };
}
