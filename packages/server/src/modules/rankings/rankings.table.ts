import type { RankingPeriod } from '@inkling/contract/rankings';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    story_rankings: {
      period: RankingPeriod;
      shows_mature: boolean;
      genre_id: string | null;
      story_id: string;
      rank: number;
      previous_rank: number | null;
      activity: number;
      previous_activity: number | null;
    };
  }
}
