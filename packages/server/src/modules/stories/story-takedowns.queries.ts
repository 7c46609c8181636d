import type { Db } from '../../platform/db/db.ts';
import { lockStory, updateStory } from './stories.queries.ts';

/** Takes a story down; a restored account does not republish it. */
export const takeDownStory = async (tx: Db, id: string, reason: string, now: Date): Promise<void> => {
  await lockStory(tx, id);
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateStory(tx, id, {
    ...takedown,
    is_published: false,
    republish_on_return: false,
    updated_at: now,
  });
};

export const reinstateStory = async (tx: Db, id: string): Promise<void> => {
  await lockStory(tx, id);
  await updateStory(tx, id, { taken_down_at: null, takedown_reason: null });
};
