import type { Db } from '../../platform/db/db.ts';
import { lockStory, updateStory } from './stories.queries.ts';

/** Takes a story down; also one whose author is just leaving, and who would have it public again on coming back. */
export const takeDownStory = async (tx: Db, id: string, reason: string, now: Date): Promise<void> => {
  await lockStory(tx, id);
  const held = { held_at: now, held_reason: reason };
  await updateStory(tx, id, { ...held, is_published: false, public_again: false, updated_at: now });
};

export const reinstateStory = async (tx: Db, id: string): Promise<void> => {
  await lockStory(tx, id);
  await updateStory(tx, id, { held_at: null, held_reason: null });
};
