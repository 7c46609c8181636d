import type { ColumnType, Generated } from 'kysely';

interface RatingsTable {
  id: Generated<string>;
  story_id: string;
  user_id: string;
  rating: number;
  /** Null for a rating without a text. */
  review: string | null;
  is_spoiler: Generated<boolean>;
  /** How much of the story the reviewer had read when writing the text, in percent. */
  progress: Generated<number>;
  /** The number of its rows in `review_votes`. */
  helpful: Generated<number>;
  written_at: Date | null;
  edited_at: Date | null;
  reply: string | null;
  replied_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
  taken_down_at: Date | null;
}

interface ReviewVotesTable {
  story_id: string;
  user_id: string;
  rating_id: string;
  created_at: ColumnType<Date, Date, never>;
}

/** A story's counts of ratings by stars. A story that was never rated has no row. */
interface StoryRatingsTable {
  story_id: string;
  stars_1: number;
  stars_2: number;
  stars_3: number;
  stars_4: number;
  stars_5: number;
  reviews: number;
  /** The sums of the columns above. */
  ratings: ColumnType<number, never, never>;
  rating_sum: ColumnType<number, never, never>;
  /** Null without ratings (docs/product/lists.md#top-rated). */
  score: number | null;
  /** Raised whenever something that the story's reviews show changes. */
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    ratings: RatingsTable;
    review_votes: ReviewVotesTable;
    story_ratings: StoryRatingsTable;
    site_rating: { only_row: Generated<boolean>; mean: number };
  }
}
