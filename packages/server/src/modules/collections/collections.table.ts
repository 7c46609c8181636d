import type { CollectionVisibility } from '@inkling/contract/collections';
import type { ColumnType, Generated } from 'kysely';

interface CollectionsTable {
  id: Generated<string>;
  owner_id: string;
  name: string;
  description: Generated<string>;
  visibility: CollectionVisibility;
  /** The number of its rows in `collection_stories`. */
  stories: ColumnType<number, number, never>;
  /** Since when others do not see it. */
  taken_down_at: ColumnType<Date | null, never, Date | null>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
}

interface CollectionStoriesTable {
  collection_id: string;
  /** May be the id of an erased story. */
  story_id: string;
  /** Ascending in the owner's order, with gaps. */
  rank: number;
  added_at: ColumnType<Date, Date, never>;
  note: Generated<string>;
}

interface CollectionExclusionsTable {
  collection_id: string;
  story_id: string;
  created_at: ColumnType<Date, Date, never>;
}

interface SavedCollectionsTable {
  user_id: string;
  collection_id: string;
  created_at: ColumnType<Date, Date, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    collections: CollectionsTable;
    collection_stories: CollectionStoriesTable;
    collection_exclusions: CollectionExclusionsTable;
    saved_collections: SavedCollectionsTable;
  }
}
