import type { ColumnType, Generated } from 'kysely';

interface SeriesTable {
  id: Generated<string>;
  author_id: string;
  name: string;
  description: Generated<string>;
  /** Counts the changes of its stories. */
  version: Generated<number>;
  /** Since when others do not see it. */
  taken_down_at: ColumnType<Date | null, never, Date | null>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

interface SeriesStoriesTable {
  series_id: string;
  /** From 1, without gaps unless a story was erased. */
  position: number;
  story_id: string;
  author_id: string;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    series: SeriesTable;
    series_stories: SeriesStoriesTable;
  }
}
