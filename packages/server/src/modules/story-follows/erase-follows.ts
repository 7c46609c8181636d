import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { eraseFollows } from './story-follows.queries.ts';

const rowsPerStep = 500;

const erasedFollows = defineQueue<{ storyIds: string[] }>('erase-story-follows', { timeout: 600 });

/** Has the follows of stories erased, once the transaction has committed that erases these. */
export const eraseFollowsOf = async ({ jobs }: AppContext, tx: Db, storyIds: string[]): Promise<void> => {
  if (storyIds.length > 0) await jobs.send(tx, erasedFollows, { storyIds });
};

export const handleErasedFollows = (ctx: AppContext): void =>
  ctx.jobs.work(erasedFollows, async ({ storyIds }, { signal }) => {
    for (const storyId of storyIds) {
      do signal.throwIfAborted();
      while ((await eraseFollows(ctx.db, { storyId, chapterId: null }, rowsPerStep)) > 0);
    }
  });
