import type { ReactionType } from '@inkling/contract/reactions';
import type { ColumnType, Generated } from 'kysely';

interface ReactionsTable {
  id: Generated<string>;
  story_id: string;
  /** Null for a reaction to the story itself. */
  chapter_id: string | null;
  /** The chapter, or else the story. */
  target_id: ColumnType<string, never, never>;
  user_id: string;
  type: ReactionType;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

/** How many reactions of each type a story or a chapter has; triggers write them. Without reactions there is no row. */
type ReactionCountsTable = Pick<ReactionsTable, 'story_id' | 'chapter_id' | 'target_id'> &
  Record<ReactionType, number>;

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reactions: ReactionsTable;
    reaction_counts: ReactionCountsTable;
  }
}
