import type { ColumnType } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    achievements: {
      user_id: string;
      achievement_id: string;
      completed_at: ColumnType<Date, Date, never>;
      claimed_at: Date | null;
    };
    achievement_holders: { achievement_id: string; holders: number; readers: number };
  }
}
