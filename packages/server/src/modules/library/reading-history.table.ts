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
    reading_history: ReadingHistoryTable;
  }
}
