import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { storySaved } from './stories.events.ts';
import { lockStory, updateStory } from './stories.queries.ts';

/** Takes a story down; a restored account does not republish it. */
export async function takeDownStory(
  ctx: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  id: string,
  reason: string,
): Promise<void> {
  const story = await lockStory(tx, id);
  const now = ctx.clock.now();
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateStory(tx, id, {
    ...takedown,
    is_published: false,
    republish_on_return: false,
    updated_at: now,
  });
  if (story?.is_published) await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
}

export const reinstateStory = async (tx: Db, id: string): Promise<void> => {
  await lockStory(tx, id);
  await updateStory(tx, id, { taken_down_at: null, takedown_reason: null });
};
