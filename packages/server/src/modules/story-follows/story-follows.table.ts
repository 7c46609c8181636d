import type { ColumnType } from 'kysely';

interface StoryFollowsTable {
  follower_id: string;
  story_id: string;
  created_at: ColumnType<Date, Date, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    story_follows: StoryFollowsTable;
    /** Of stories that have ever had a follower. */
    story_follow_counts: { story_id: string; followers: number };
  }
}
