import { LRUCache } from 'lru-cache';
import type { DraftKey, DraftTurn } from './drafts.queries.ts';

/** In memory, because no request outlives the process that it was sent to. */
const deletedTurns = new LRUCache<string, number>({ max: 10_000 });

const nameOf = ({ authorId, storyId, chapterId }: DraftKey, device: string): string =>
  `${authorId}/${storyId}/${chapterId}/${device}`;

/** A device's draft is being deleted up to this turn: a write of it that arrives later must not bring it back. */
export function rememberDeletion(key: DraftKey, { device, turn }: DraftTurn): void {
  deletedTurns.set(nameOf(key, device), Math.max(turn, deletedTurn(key, device)));
}

/** The turn up to which a device's draft was deleted; 0 if it was not. */
export const deletedTurn = (key: DraftKey, device: string): number =>
  deletedTurns.get(nameOf(key, device)) ?? 0;
