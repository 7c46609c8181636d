import type { RankingPeriod } from '@inkling/contract/rankings';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { joinedResponse, joinJson, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { cardsOf, findShownStates, isReadBy } from '../stories/index.ts';
import { findRanked, rankAll } from './rankings.queries.ts';

/** Half of what is ranked, so that stories that a viewer hides seldom make their list shorter. */
const shown = 50;

/** The stories of a ranking that lists show to the viewer (docs/product/rankings.md). */
export async function readRanking(
  ctx: RequestContext,
  viewer: Viewer | null,
  { period, genre }: { period: RankingPeriod; genre?: string | undefined },
): Promise<PrebuiltJson> {
  const ranked = await findRanked(ctx.db, {
    period,
    genre: genre ?? null,
    showsMature: viewer?.contentFilter.showsMature ?? false,
  });
  const states = await findShownStates(ctx.db, viewer, [...ranked.keys()]);
  const readable = states.filter(({ language }) => viewer === null || isReadBy(viewer, language));
  const cards = await cardsOf(ctx, readable.slice(0, shown), viewer);
  return joinedResponse([...cards].map(([id, card]) => joinJson(card, ranked.get(id) ?? {})));
}

/** Ranks all stories again in one transaction (docs/product/rankings.md). */
export const rankStories = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  transaction(db, (tx) => rankAll(tx, clock.now().toISOString().slice(0, 10)));

export const rankStoriesHourly = scheduledJob('rankings', '5 * * * *', rankStories, {
  timeout: 500,
  once: true,
});
