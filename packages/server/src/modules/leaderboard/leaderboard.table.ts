import type { LeaderboardBoard, LeaderboardPeriod } from '@inkling/contract/leaderboard';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    leaderboard_entries: {
      board: LeaderboardBoard;
      period: LeaderboardPeriod;
      user_id: string;
      value: number;
      rank: number;
    };
  }
}
