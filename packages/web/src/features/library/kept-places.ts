import { call, type Input, mayPass } from '../../lib/api.ts';
import { inputKey, readInput, storeInput } from '../../lib/stored-input.ts';

type Kept = Record<string, Input<'POST /chapters/{id}/progress'>['body']>;

const keyOf = (userId: string): string => inputKey(userId, 'places');

/** Keeps the newest place in each chapter that a reader reached after their session had ended. */
export function keepPlace(userId: string, chapter: string, body: Kept[string]): void {
  storeInput(keyOf(userId), { ...readInput<Kept>(keyOf(userId)), [chapter]: body });
}

/** Saves the places of the person who has just signed in again; the server keeps the newer ones. */
export async function sendKeptPlaces(userId: string): Promise<void> {
  const kept = { ...readInput<Kept>(keyOf(userId)) } as Kept;
  for (const [chapter, body] of Object.entries(kept)) {
    try {
      await call('POST /chapters/{id}/progress', { params: { id: chapter }, body });
    } catch (error) {
      if (mayPass(error)) return;
    }
    delete kept[chapter];
    storeInput(keyOf(userId), Object.keys(kept).length === 0 ? null : kept);
  }
}
