import type { Db } from '../../platform/db/db.ts';
import { lockStory, updateStory } from './stories.queries.ts';

/** Takes a story down; a restored account does not republish it. */
export const takeDownStory = async (tx: Db, id: string, reason: string, now: Date): Promise<void> => {
  await lockStory(tx, id);
  const takedown = { held_at: now, held_reason: reason };
  await updateStory(tx, id, { ...takedown, is_published: false, public_again: false, updated_at: now });
};

export const reinstateStory = async (tx: Db, id: string): Promise<void> => {
  await lockStory(tx, id);
  await updateStory(tx, id, { held_at: null, held_reason: null });
};
