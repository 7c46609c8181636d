import type { AppContext } from '../../platform/context.ts';
import { countAllReaders } from './retention.jobs.ts';
import { rollUp } from './roll-up.ts';

/** Counts everything that is due in one run, for a library that was filled in one go. */
export async function countAnalytics(ctx: AppContext): Promise<void> {
  await rollUp(ctx, Number.MAX_SAFE_INTEGER);
  await countAllReaders(ctx);
}
