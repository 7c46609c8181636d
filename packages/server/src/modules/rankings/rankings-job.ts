import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { rankAll } from './rankings.queries.ts';

const queue = defineQueue<Record<string, never>>('rankings', { timeout: 500, once: true });

/** Ranks all stories again in one transaction (docs/product/rankings.md). */
export const rankStories = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  transaction(db, (tx) => rankAll(tx, clock.now().toISOString().slice(0, 10)));

export function rankStoriesHourly(ctx: AppContext): void {
  ctx.jobs.work(queue, () => rankStories(ctx));
  ctx.jobs.schedule(queue, '5 * * * *');
}
