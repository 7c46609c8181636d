import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { defineListener, type Listener, on } from '../../platform/events/listener.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { storyPublished } from '../stories/index.ts';
import { findFollowedSeries, followNewParts } from './story-follows.queries.ts';

const peoplePerStep = 200;

const newParts = defineQueue<{ seriesId: string }>('follow-new-parts', { timeout: 600, once: true });

/** Has the followers of a series follow what is new in it (docs/product/following.md#series). */
export async function followNewPartsOf(
  { jobs }: AppContext,
  tx: Db,
  of: { seriesId: string } | { storyId: string },
): Promise<void> {
  const seriesId = await findFollowedSeries(tx, of);
  if (seriesId !== undefined) await jobs.send(tx, newParts, { seriesId });
}

export const handleNewParts = (ctx: AppContext): void =>
  ctx.jobs.work(newParts, async ({ seriesId }, { signal }) => {
    const next = () =>
      transaction(ctx.db, (tx) => followNewParts(tx, seriesId, ctx.clock.now(), peoplePerStep));
    do signal.throwIfAborted();
    while ((await next()) > 0);
  });

export const storyFollowListener = (ctx: AppContext): Listener =>
  defineListener('story-follows', [
    on(storyPublished, ({ payload: { storyId } }, tx) => followNewPartsOf(ctx, tx, { storyId })),
  ]);
