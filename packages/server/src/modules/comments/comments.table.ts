import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;
/** Computed by the database from other columns. */
type Computed<T> = ColumnType<T, never, never>;

interface CommentsTable {
  /** What it is on: a kind that a module registers, and an id of that kind. */
  subject_kind: string;
  subject_id: string;
  id: Generated<string>;
  /** For a reply, the comment that it replies to. */
  parent_id: string | null;
  /** Null for a removed one. */
  user_id: string | null;
  content: string;
  /** The id of the paragraph that it is about. */
  paragraph: number | null;
  quote: string | null;
  is_paragraph_gone: Generated<boolean>;
  created_at: CreatedAt;
  edited_at: Date | null;
  /** When it was deleted but kept because of its replies. */
  removed_at: Date | null;
  /** Whether its writer is suspended or being deleted. */
  is_withheld: Generated<boolean>;
  is_pinned: Generated<boolean>;
  /** The number of its rows in `comment_likes`. */
  likes: Generated<number>;
  /** How many of its replies are shown. */
  replies: Generated<number>;
  is_shown: Computed<boolean>;
  is_listed: Computed<boolean>;
}

interface CommentLikesTable {
  user_id: string;
  comment_id: string;
  created_at: CreatedAt;
}

/** How many comments a subject has; one without any comment ever has no row. */
interface CommentCountsTable {
  subject_id: string;
  /** The story of a chapter. */
  parent_id: string | null;
  /** Comments in the list. */
  listed: number;
  /** Comments and replies that are shown. */
  shown: number;
  /** Whether `story_comment_counts` leaves it out: a chapter that is not published. */
  is_left_out: boolean;
}

/** The comments and replies shown on a story and its published chapters. */
interface StoryCommentCountsTable {
  story_id: string;
  comments: number;
}

/** Subjects whose comments are closed; a story's with those of its chapters. */
interface ClosedCommentsTable {
  subject_id: string;
}

/** A person who has commented. */
interface CommentersTable {
  user_id: string;
  /** Their comments of the last minute: when, and a hash of subject and text. */
  recent_at: Generated<Date[]>;
  recent_texts: Generated<Buffer[]>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    comments: CommentsTable;
    comment_likes: CommentLikesTable;
    comment_counts: CommentCountsTable;
    story_comment_counts: StoryCommentCountsTable;
    closed_comments: ClosedCommentsTable;
    commenters: CommentersTable;
  }
}
