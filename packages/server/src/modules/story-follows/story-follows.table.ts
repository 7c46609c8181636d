import type { ColumnType } from 'kysely';

interface StoryFollowsTable {
  follower_id: string;
  story_id: string;
  created_at: ColumnType<Date, Date, never>;
}

interface SeriesFollowsTable {
  follower_id: string;
  series_id: string;
  /** Those of its stories that it has made its follower follow. */
  followed_stories: string[];
  created_at: ColumnType<Date, Date, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    story_follows: StoryFollowsTable;
    series_follows: SeriesFollowsTable;
    /** Of stories that have ever had a follower. */
    story_follow_counts: { story_id: string; followers: number };
  }
}
