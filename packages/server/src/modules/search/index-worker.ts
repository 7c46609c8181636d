import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../../platform/context.ts';
import { inBackground } from '../../platform/db/timeouts.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { withTimeout } from '../../platform/shutdown.ts';
import { deleteUnusedWords, listWords } from './index.queries.ts';
import { indexOrPostpone } from './indexer.ts';
import { hasEntries } from './queue.queries.ts';

/** How often (ms) a process polls the queue; an edit must be found within a second. */
const pollInterval = 400;
/** While entries are left, indexing pauses for this share of the time it worked, so that requests get the processor. */
const pauseShare = 0.5;
const maxStopMs = 2_000;
/** While the database is unavailable, every poll fails: log at most once per interval (ms). */
const logIntervalMs = 30_000;

/** Indexes what is queued for as long as the server runs. */
export function indexWorker(ctx: AppContext): { start(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<void> | null = null;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const logFailure = (error: unknown): void => {
    if (signal.aborted || performance.now() - loggedAt < logIntervalMs) return;
    loggedAt = performance.now();
    ctx.log.error({ err: error }, 'could not index texts for search; will retry');
  };
  const step = async (): Promise<number> => {
    const startedAt = performance.now();
    const done = (await hasEntries(ctx.db)) ? await indexOrPostpone(ctx) : 0;
    return done === 0 ? pollInterval : pauseShare * (performance.now() - startedAt);
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const wait = await step().catch((error: unknown) => {
        logFailure(error);
        return 5 * pollInterval;
      });
      await sleep(wait, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  return {
    start: () => {
      running ??= inBackground(run);
    },
    stop: async () => {
      stopping.abort();
      if (running !== null) await withTimeout(maxStopMs, running);
    },
  };
}

const wordsPerStatement = 200;
const wordSweep = defineQueue<Record<string, never>>('search-words', { timeout: 3600, pollInterval: 60 });

/** Forgets words that no indexed text has any more. */
export async function sweepWords({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let last = ''; ; ) {
    const words = await listWords(db, last, wordsPerStatement);
    if (words.length === 0) return;
    await deleteUnusedWords(db, words);
    last = words.at(-1) ?? last;
  }
}

export function sweepWordsNightly(ctx: AppContext): void {
  ctx.jobs.work(wordSweep, () => sweepWords(ctx));
  ctx.jobs.schedule(wordSweep, '20 4 * * *');
}
