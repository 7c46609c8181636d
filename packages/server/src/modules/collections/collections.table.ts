import type { CollectionVisibility } from '@inkling/contract/collections';
import type { ColumnType, Generated } from 'kysely';

interface CollectionsTable {
  id: Generated<string>;
  owner_id: string;
  name: string;
  description: Generated<string>;
  visibility: CollectionVisibility;
  /** Public, and the owner is neither suspended nor leaving; set by triggers. */
  is_listed: ColumnType<boolean, never, never>;
  /** The number of its rows in `collection_stories`; counted by triggers. */
  stories: ColumnType<number, never, never>;
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
  /** That of the collection; set by triggers. */
  is_listed: ColumnType<boolean, never, never>;
}

interface SavedCollectionsTable {
  user_id: string;
  collection_id: string;
  created_at: ColumnType<Date, Date, never>;
}

/** How many public collections contain a story; counted by triggers. */
interface StoryCollectionCountsTable {
  story_id: string;
  collections: ColumnType<number, never, never>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    collections: CollectionsTable;
    collection_stories: CollectionStoriesTable;
    saved_collections: SavedCollectionsTable;
    story_collection_counts: StoryCollectionCountsTable;
  }
}
