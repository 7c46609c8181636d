import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { computeAverages } from './averages.queries.ts';
import { closeSessions, isSilent, lockSilent } from './closing.queries.ts';
import { deleteOld } from './history.queries.ts';

const batchSize = 500;
/** Stories whose averages one transaction computes. */
const storiesAtOnce = 20;

/** Ends all sessions that have been silent for two minutes. */
export async function closeSilent({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const closeSome = () =>
    transaction(db, async (tx) => {
      const now = clock.now();
      const readers = await lockSilent(tx, now, batchSize);
      return readers.length === 0 ? 0 : closeSessions(tx, readers, isSilent(now), now);
    });
  while ((await closeSome()) > 0);
}

/** Recomputes all averages that are due. */
export async function refreshAverages({ db }: Pick<AppContext, 'db'>): Promise<void> {
  while ((await transaction(db, (tx) => computeAverages(tx, storiesAtOnce))) === storiesAtOnce);
}

/** How long sessions are stored, and those of readers who keep no history: until they can't be sent again. */
export const sessionRetention = { withStory: 180 * day, withoutStory: 8 * day };

/** Deletes old sessions; what they add up to stays. */
export async function deleteOldSessions(ctx: AppContext): Promise<void> {
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  const before = {
    withStory: new Date(now.getTime() - sessionRetention.withStory),
    withoutStory: new Date(now.getTime() - sessionRetention.withoutStory),
  };
  while ((await deleteOld(ctx.db, before, batchSize)) === batchSize);
}

export const sessionJobs = [
  scheduledJob('close-reading-sessions', '* * * * *', closeSilent, { timeout: 300 }),
  scheduledJob('reading-averages', '*/10 * * * *', refreshAverages, { timeout: 600 }),
  scheduledJob('delete-old-reading-sessions', '35 3 * * *', deleteOldSessions, { timeout: 600 }),
];
