import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { emitLateWords } from './reading-days.queries.ts';

const batchSize = 1_000;

/** Emits what is left to tell of days that are over for every reader: words that made no whole portion. */
export async function emitWordsOfPastDays({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  while ((await emitLateWords(db, today, now, batchSize)) === batchSize);
}

const wordsSweep = defineQueue<Record<string, never>>('emit-words-read', { timeout: 600, pollInterval: 60 });

export function emitWordsEveryNight(ctx: AppContext): void {
  ctx.jobs.work(wordsSweep, () => emitWordsOfPastDays(ctx));
  ctx.jobs.schedule(wordsSweep, '20 3 * * *');
}
