import { rankStories } from '../modules/rankings/index.ts';
import { refreshGenreRankings, refreshNeighbours } from '../modules/recommendations/index.ts';
import { indexAll } from '../modules/search/index.ts';
import { refreshTrending } from '../modules/stories/index.ts';
import { day } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import { transaction } from '../platform/db/db.ts';
import { StartupProblem } from '../platform/startup-problem.ts';
import { analyze, hasStories, inBulk } from './bulk.queries.ts';
import { drawProse, seededRandom } from './prose.ts';
import { insertReaders } from './readers.queries.ts';
import { insertStories } from './stories.queries.ts';

/**
 * Fills an empty database with stories in realistic proportions: most have few chapters and views, a few have very
 * many. The same seed on the same day creates the same stories.
 */
export async function fillBenchData(
  ctx: Pick<AppContext, 'db' | 'clock' | 'log' | 'threads'>,
  { stories, seed }: { stories: number; seed: number },
): Promise<void> {
  if (await hasStories(ctx.db)) {
    throw new StartupProblem('The database already has stories. Benchmark data needs an empty database.', {
      exitCode: 1,
    });
  }
  const until = new Date(Math.floor(ctx.clock.now().getTime() / day) * day);
  const prose = drawProse(seededRandom(seed));
  await transaction(ctx.db, (tx) => inBulk(tx, seed, () => insertStories(tx, { stories, prose, until })));
  await analyze(ctx.db);
  await indexAll(ctx);
  await refreshTrending(ctx);
  await rankStories(ctx);
  await refreshGenreRankings(ctx);
  await transaction(ctx.db, (tx) => inBulk(tx, seed, () => insertReaders(tx, until)));
  await analyze(ctx.db);
  await refreshNeighbours(ctx);
}
