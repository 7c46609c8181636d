import type { Comment, Reply } from '@inkling/contract/comments';
import { presentAuthor } from '../users/index.ts';
import type { CommentRow, ReplyRow } from './comment-lists.queries.ts';
import { mentionsIn } from './mentions.ts';

/** What depends on the viewer when comments are presented. */
export interface ViewerMarks {
  viewerId: string | null;
  /** The ids of those that the viewer likes. */
  liked: ReadonlySet<string>;
  isFolded(row: ReplyRow): boolean;
  /** The keys of the mentioned usernames that belong to people. */
  people: ReadonlySet<string>;
}

const iso = (date: Date | string): string => new Date(date).toISOString();

/** A reply for a viewer; a folded one has neither text nor quote. */
export function presentReply(row: ReplyRow, marks: ViewerMarks): Reply {
  const isFolded = marks.isFolded(row);
  const isLiked = marks.liked.has(row.id);
  return {
    _id: row.id,
    story: row.story_id,
    chapter: row.chapter_id,
    parent: row.parent_id,
    passage:
      row.paragraph === null
        ? null
        : { paragraph: row.is_paragraph_gone ? null : row.paragraph, quote: isFolded ? null : row.quote },
    author: row.user && presentAuthor(row.user),
    content: isFolded ? null : row.content,
    mentions: isFolded || row.content === null ? [] : mentionsIn(row.content, marks.people),
    isFolded,
    isRemoved: !row.is_shown,
    isPinned: row.is_pinned,
    isEdited: row.edited_at !== null,
    createdAt: iso(row.created_at),
    likes: row.likes,
    isLiked,
    reactions: { like: isLiked && marks.viewerId !== null ? [marks.viewerId] : [] },
  };
}

export const presentComment = (row: CommentRow, marks: ViewerMarks): Comment => ({
  ...presentReply(row, marks),
  replies: row.replies,
  firstReplies: row.first_replies.map((reply) => presentReply(reply, marks)),
});
