import type { LeaderboardBoard, LeaderboardPeriod } from '@inkling/contract/leaderboard';
import { callQuery } from '../../lib/query.ts';

export interface LeaderboardView {
  board: LeaderboardBoard;
  period: LeaderboardPeriod;
  scope: 'everybody' | 'following';
}

const perPage = 20;

/** A page of a ranking, with the person's own place. */
export const leaderboardQuery = (view: LeaderboardView, page = 1) =>
  callQuery(
    'GET /leaderboard',
    { query: { ...view, page, limit: perPage } },
    { tags: ['follows', 'blocks', 'readingTime'] },
  );
