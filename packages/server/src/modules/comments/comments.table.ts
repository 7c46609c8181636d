import type { ColumnType, Generated } from 'kysely';

type CreatedAt = ColumnType<Date, Date, never>;
/** Computed by the database from other columns. */
type Computed<T> = ColumnType<T, never, never>;

interface CommentsTable {
  story_id: string;
  id: Generated<string>;
  /** Null for a comment on the story. */
  chapter_id: string | null;
  /** The chapter or, for a comment on the story, the story. */
  place_id: Computed<string>;
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
  is_withheld: ColumnType<boolean, never, never>;
  is_pinned: Generated<boolean>;
  /** The number of its rows in `comment_likes`. */
  likes: Generated<number>;
  /** How many of its replies are shown; triggers count them. */
  replies: ColumnType<number, never, never>;
  is_shown: Computed<boolean>;
  is_listed: Computed<boolean>;
}

interface CommentLikesTable {
  /** The comment's story; a trigger sets it. */
  story_id: ColumnType<string, never, never>;
  user_id: string;
  comment_id: string;
  created_at: CreatedAt;
}

/** How many comments a story or chapter has, counted by triggers; one without any comment ever has no row. */
interface CommentCountsTable {
  story_id: string;
  chapter_id: string | null;
  place_id: Computed<string>;
  /** Comments in the list. */
  listed: number;
  /** Comments and replies that are shown. */
  shown: number;
  /** Raised whenever something that the list shows changes. */
  revision: number;
}

/** Stories and chapters whose comments are closed. */
interface ClosedCommentsTable {
  story_id: string;
  /** Null for the whole story. */
  chapter_id: string | null;
}

/** A person who has commented. */
interface CommentersTable {
  user_id: string;
  /** How many comments they have; triggers count them. */
  comments: Generated<number>;
  /** Their comments of the last minute: when, and a hash of place and text. */
  recent_at: Generated<Date[]>;
  recent_texts: Generated<Buffer[]>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    comments: CommentsTable;
    comment_likes: CommentLikesTable;
    comment_counts: CommentCountsTable;
    story_comment_counts: { story_id: string; comments: Generated<number> };
    closed_comments: ClosedCommentsTable;
    commenters: CommentersTable;
  }
}
