import { pickStory } from '@inkling/contract/picks';
import { viewStory } from '@inkling/contract/stories';
import { sql } from 'kysely';
import { rankStories } from '../modules/rankings/index.ts';
import { refreshRatingScores } from '../modules/ratings/ratings.service.ts';
import { refreshGenreRankings } from '../modules/recommendations/index.ts';
import { indexAll } from '../modules/search/index.ts';
import { refreshTrending } from '../modules/stories/index.ts';
import { firefox } from './request-of.ts';
import { setCounts } from './story-counts.ts';
import type { Person, TestApp } from './test-app.ts';

/**
 * Gives a published story what the lists with a condition ask for: activity, many views and likes, ratings, comments,
 * and a pick for each list. `admin` picks it, and a visitor views it; `isLong` gives it the words of a long story.
 */
export async function promote(
  site: TestApp,
  admin: Person,
  id: string,
  { isLong = false }: { isLong?: boolean } = {},
): Promise<void> {
  await site.as(null).call(viewStory, { params: { id }, body: {} }, { 'user-agent': firefox });
  await setCounts(site.ctx.db, id, { ratings: [4, 5], comments: 3, likes: 40, views: 400 });
  await sql`update stories set published_words = case when ${isLong} then 80000 else published_words end where id = ${id}`.execute(
    site.ctx.db,
  );
  for (const list of ['featured', 'editors-picks'] as const) {
    await site.as(admin).call(pickStory, { params: { list, id }, body: {} });
  }
}

/** Runs the jobs that lists and searches depend on. */
export async function refreshLists(site: TestApp): Promise<void> {
  await refreshTrending(site.ctx);
  await rankStories(site.ctx);
  await refreshRatingScores(site.ctx);
  await refreshGenreRankings(site.ctx);
  await indexAll(site.ctx);
}
