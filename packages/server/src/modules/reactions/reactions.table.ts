import type { ReactionType } from '@inkling/contract/reactions';
import type { ColumnType, Generated } from 'kysely';

interface ReactionsTable {
  id: Generated<string>;
  /** The story or chapter. */
  subject_kind: string;
  subject_id: string;
  user_id: string;
  type: ReactionType;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

/** How many reactions of a type a subject has; one that never had any has no row. */
interface ReactionCountsTable {
  subject_id: string;
  type: ReactionType;
  reactions: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reactions: ReactionsTable;
    reaction_counts: ReactionCountsTable;
  }
}
