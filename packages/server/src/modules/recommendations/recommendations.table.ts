import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** Stories that readers of the first one also have (docs/product/recommendations.md#neighbors). */
    story_neighbours: { story_id: string; neighbour_id: string; similarity: number };
    genre_rankings: { genre_id: string; story_id: string; quality: number };
    recommendation_state: {
      only_row: Generated<boolean>;
      revision: Generated<number>;
      neighbours_until: Date | null;
    };
  }
}
