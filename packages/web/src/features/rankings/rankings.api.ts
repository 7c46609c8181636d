import type { RankingPeriod } from '@inkling/contract/rankings';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery } from '../../lib/query.ts';

export interface RankingView {
  period: RankingPeriod;
  /** The id of a genre; null for all genres. */
  genre: string | null;
}

/** A ranking, as the reader sees it. */
export const rankingQuery = ({ period, genre }: RankingView) =>
  callQuery(
    'GET /rankings',
    { query: { period, ...(genre !== null && { genre }) } },
    { tags: ['hiddenStories'] },
  );

/** The one that the page opens on, from a loader, as for a visitor. */
export const loadRanking = (args: LoaderArgs) => load(args, 'GET /rankings', {});
