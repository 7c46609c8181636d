import type { ColumnType, Generated } from 'kysely';

// What the columns mean is in migrations/0001-baseline/comments.sql.

interface CommentsTable {
  subject_kind: string;
  subject_id: string;
  root_id: string;
  id: Generated<string>;
  parent_id: string | null;
  user_id: string | null;
  content: string;
  paragraph: number | null;
  quote: string | null;
  quoted_version: number | null;
  is_paragraph_gone: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
  edited_at: Date | null;
  removed_at: Date | null;
  taken_down_at: Generated<Date | null>;
  is_withheld: Generated<boolean>;
  is_pinned: Generated<boolean>;
  likes: Generated<number>;
  replies: Generated<number>;
  is_shown: ColumnType<boolean, never, never>;
  is_listed: ColumnType<boolean, never, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    comments: CommentsTable;
    comment_likes: { user_id: string; comment_id: string; created_at: Date };
    comment_counts: {
      subject_id: string;
      parent_id: string | null;
      listed: number;
      shown: number;
      is_left_out: boolean;
    };
    story_comment_counts: { story_id: string; comments: number };
    closed_comments: { subject_id: string };
    commenters: { user_id: string; recent_at: Generated<Date[]>; recent_texts: Generated<Buffer[]> };
  }
}
