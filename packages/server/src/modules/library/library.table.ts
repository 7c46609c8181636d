import type { ReadingStatus } from '@inkling/contract/library';
import type { ColumnType, Generated } from 'kysely';

interface LibraryEntriesTable {
  user_id: string;
  story_id: string;
  id: Generated<string>;
  status: Generated<ReadingStatus>;
  progress: Generated<number>;
  is_bookmarked: Generated<boolean>;
  /** Stays when the bookmark is removed, for undoing that. */
  bookmarked_at: Date | null;
  unbookmarked_at: Date | null;
  note: Generated<string>;
  last_read_at: Date | null;
  last_chapter_id: string | null;
  caught_up_at: Date | null;
  /** When the reader first began the story. */
  started_at: Date | null;
  /** When the reader last put the story on hold or dropped it. */
  status_at: Date | null;
  created_at: ColumnType<Date, Date, never>;
}

interface RemovedLibraryEntriesTable {
  user_id: string;
  story_id: string;
  removed_at: Date;
  /** The row of library_entries. */
  entry: unknown;
}

interface ReadingPositionsTable {
  user_id: string;
  chapter_id: string;
  story_id: string;
  progress: Generated<number>;
  furthest: Generated<number>;
  /** Whether a reading session of some seconds has ended in the chapter: its words and its end count. */
  is_timed: Generated<boolean>;
  is_timed_live: Generated<boolean>;
  paragraph: number | null;
  char_offset: number | null;
  version: number | null;
  /** Null until a place is saved. */
  updated_at: Date | null;
}

interface ReadingDaysTable {
  user_id: string;
  day: string;
  words: Generated<number>;
  /** Those of the words that were not read offline. */
  live_words: Generated<number>;
  chapters: Generated<number>;
  /** Those of its words that were already emitted in words.read events. */
  emitted_words: Generated<number>;
}

interface ReadingHistoryTable {
  user_id: string;
  /** In the reader's time zone. */
  day: string;
  story_id: string;
  chapter_id: string;
  /** When the chapter was first read on that day. */
  read_at: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    library_entries: LibraryEntriesTable;
    removed_library_entries: RemovedLibraryEntriesTable;
    reading_positions: ReadingPositionsTable;
    reading_days: ReadingDaysTable;
    reading_history: ReadingHistoryTable;
  }
}
