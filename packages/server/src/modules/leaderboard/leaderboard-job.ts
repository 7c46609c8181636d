import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { rankings, updateRanking } from './leaderboard.queries.ts';

const queue = defineQueue<Record<string, never>>('leaderboard', { timeout: 500, once: true });

/** Ranks everybody again in one transaction. */
export const updateLeaderboard = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (tx) => {
    for (const ranking of rankings) await updateRanking(tx, ranking, clock.now());
  });

export function updateLeaderboardRegularly(ctx: AppContext): void {
  ctx.jobs.work(queue, () => updateLeaderboard(ctx));
  ctx.jobs.schedule(queue, '*/10 * * * *');
}
