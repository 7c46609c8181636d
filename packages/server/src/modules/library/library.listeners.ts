import type { AppContext } from '../../platform/context.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { chapterRenewed, chapterSplit } from '../chapters/index.ts';
import { forgetReading, readHalf } from './chapter-readers.queries.ts';
import { emitLateWords } from './reading-days.queries.ts';
import { eraseRemoved } from './removed-entries.queries.ts';

/** Which chapters readers have read follows what authors do with them (docs/product/library.md#unread-chapters). */
export const libraryListener = (): Listener =>
  defineListener(
    'library',
    [
      on(chapterSplit, ({ payload: { chapterId, fromId } }, tx) => readHalf(tx, chapterId, fromId)),
      on(chapterRenewed, ({ payload: { chapterId } }, tx) => forgetReading(tx, chapterId)),
    ],
    { startAt: 'now' },
  );

const batchSize = 1_000;

/** Erases removed library entries, once they can no longer be restored. */
export const eraseRemovedHourly = scheduledJob(
  'erase-removed-entries',
  '25 * * * *',
  async ({ db, clock }) => {
    while ((await eraseRemoved(db, clock.now(), batchSize)) === batchSize);
  },
  { timeout: 600 },
);

/** Emits the remaining words of days that are over in every time zone. */
export async function emitWordsOfPastDays({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  while ((await emitLateWords(db, today, now, batchSize)) === batchSize);
}

export const emitLateWordsNightly = scheduledJob('emit-words-read', '20 3 * * *', emitWordsOfPastDays, {
  timeout: 600,
});
