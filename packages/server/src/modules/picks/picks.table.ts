import type { PickList } from '@inkling/contract/picks';

interface StoryPicksTable {
  list: PickList;
  story_id: string;
  /** Ascending, without gaps except where a story was erased. */
  position: number;
  /** Null for a pick on the command line, and once the admin's account is deleted. */
  picked_by: string | null;
  picked_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    story_picks: StoryPicksTable;
  }
}
