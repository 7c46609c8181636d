import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { emitLateWords } from './reading-days.queries.ts';

const batchSize = 1_000;

/** Emits the remaining words of days that are over in every time zone. */
export async function emitWordsOfPastDays({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  while ((await emitLateWords(db, today, now, batchSize)) === batchSize);
}

const lateWordsQueue = defineQueue<Record<string, never>>('emit-words-read', {
  timeout: 600,
});

export function emitLateWordsNightly(ctx: AppContext): void {
  ctx.jobs.work(lateWordsQueue, () => emitWordsOfPastDays(ctx));
  ctx.jobs.schedule(lateWordsQueue, '20 3 * * *');
}
