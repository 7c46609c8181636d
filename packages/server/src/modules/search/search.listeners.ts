import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { chapterDeleted, chapterPublished, chapterSaved, chapterTextSaved } from '../chapters/index.ts';
import { genreRenamed } from '../genres/index.ts';
import { storyPublished, storySaved } from '../stories/index.ts';
import { personAdded, personRenamed } from '../users/index.ts';
import { deleteUnusedWords, listWords } from './index.queries.ts';
import { indexAll, indexOutdated } from './indexer.ts';
import type { Scope } from './outdated.queries.ts';

const indexQueue = defineQueue<Scope>('search-index', {
  initialDelay: 2,
  timeout: 3600,
  once: true,
});

/** Has the texts indexed that have changed. */
const sendIndexJob = ({ jobs }: Pick<AppContext, 'jobs'>, db: Db, scope: Scope): Promise<void> =>
  jobs.send(db, indexQueue, scope);

export const handleIndexJobs = (ctx: AppContext): void =>
  ctx.jobs.work(indexQueue, (scope, { signal }) => indexOutdated(ctx, scope, signal));

const wordsPerStatement = 200;

/** Forgets words that no indexed text has any more. */
export async function sweepWords({ db }: Pick<AppContext, 'db'>): Promise<void> {
  for (let last = ''; ; ) {
    const words = await listWords(db, last, wordsPerStatement);
    if (words.length === 0) return;
    await deleteUnusedWords(db, words);
    last = words.at(-1) ?? last;
  }
}

const sweep = defineQueue<Record<string, never>>('search-sweep', { timeout: 3600 });

/** Has everything indexed that is out of date, beside the jobs of texts that change meanwhile. */
export const sendSweep = ({ jobs }: Pick<AppContext, 'jobs'>, db: Db): Promise<void> =>
  jobs.send(db, sweep, {});

/** Indexes what no event has named, such as the removal of texts that were taken down, and forgets their words. */
export function sweepNightly(ctx: AppContext): void {
  ctx.jobs.work(sweep, async (_data, { signal }) => {
    await indexAll(ctx, signal);
    await sweepWords(ctx);
  });
  ctx.jobs.schedule(sweep, '20 4 * * *');
}

/** Has changed texts and names indexed (docs/product/search.md#what-is-found). */
export function searchListener(ctx: AppContext): Listener {
  const index = (tx: Db, scope: Scope) => sendIndexJob(ctx, tx, scope);
  return defineListener('search', [
    on(storyPublished, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(storySaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterPublished, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterDeleted, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterSaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(chapterTextSaved, ({ payload: { storyId } }, tx) => index(tx, { storyId })),
    on(personAdded, ({ payload: { userId } }, tx) => index(tx, { personId: userId })),
    on(personRenamed, ({ payload: { userId } }, tx) => index(tx, { personId: userId })),
    on(genreRenamed, ({ payload: { genreId } }, tx) => index(tx, { genreId })),
  ]);
}
