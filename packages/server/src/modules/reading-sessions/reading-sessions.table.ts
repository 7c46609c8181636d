import type { DeviceType } from '@inkling/contract/reading-sessions';
import type { Generated } from 'kysely';

interface ReadingClocksTable {
  user_id: string;
  /** A multirange of the moments that were credited in the last minutes. */
  covered: Generated<string>;
}

interface ReadingSessionsTable {
  user_id: string;
  id: Generated<string>;
  /** Null for a reader who keeps no history. */
  story_id: string | null;
  chapter_id: string | null;
  device: DeviceType;
  /** In the reader's time zone. */
  day: string;
  started_at: Date;
  last_sync_at: Date;
  credited_until: Date;
  ended_at: Date | null;
  seconds: Generated<number>;
  sync_count: Generated<number>;
  start_progress: Generated<number>;
  progress: Generated<number>;
  words: Generated<number>;
}

interface ReadingSessionTotalsTable {
  user_id: string;
  story_id: string;
  chapter_id: string;
  sessions: number;
  seconds: number;
  finishes: number;
  words: number;
  last_at: Date;
}

interface ReadingSessionDaysTable {
  user_id: string;
  day: string;
  seconds: Generated<number>;
  offline_seconds: Generated<number>;
  sessions: Generated<number>;
  chapters: Generated<number>;
  words: Generated<number>;
  last_at: Date;
}

interface ReadingAveragesTable {
  story_id: string;
  target_id: string;
  readers: number;
  seconds: number;
}

interface ReadingAveragesDueTable {
  story_id: string;
  since: Date;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reading_clocks: ReadingClocksTable;
    reading_sessions: ReadingSessionsTable;
    reading_session_totals: ReadingSessionTotalsTable;
    reading_session_days: ReadingSessionDaysTable;
    reading_averages: ReadingAveragesTable;
    reading_averages_due: ReadingAveragesDueTable;
  }
}
