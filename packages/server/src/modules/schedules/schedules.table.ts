import type { ScheduleProblem } from '@inkling/contract/schedules';
import type { Generated } from 'kysely';

interface ChapterSchedulesTable {
  chapter_id: string;
  story_id: string;
  publish_at: Date;
  /** Why the chapter could not be published when it was due; null before. */
  problem: ScheduleProblem | null;
  /** When it was last set. */
  scheduled_at: Date;
  is_paused: Generated<boolean>;
  announce: Generated<boolean>;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    chapter_schedules: ChapterSchedulesTable;
  }
}
