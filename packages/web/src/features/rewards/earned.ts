import type { rewardEarned } from '@inkling/contract/rewards';
import { useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { listenerSet } from '../../lib/listeners.ts';

/** What was earned, in a short sentence. */
export type Earned = z.output<typeof rewardEarned.payload>;

const { subscribe, notify } = listenerSet();
/** What was earned while reading, and whether the reader has seen it at the end of a chapter. */
let collected: readonly Earned[] = [];
let isSeen = false;

const change = (earned: readonly Earned[], seen: boolean): void => {
  collected = earned;
  isSeen = seen;
  notify();
};

/** Keeps what was earned for the end of the chapter: nothing interrupts reading. */
export const collectEarned = (earned: Earned): void =>
  change(isSeen ? [earned] : [...collected, earned], false);

export const markEarnedSeen = (): void => {
  isSeen = true;
};

/** What the reader has not seen yet; it is told once. */
export function takeEarned(): readonly Earned[] {
  const unseen = isSeen ? [] : collected;
  change([], false);
  return unseen;
}

/** Drops what was seen, when the reader goes on to another chapter. */
export const dropSeenEarned = (): void => {
  if (isSeen) change([], false);
};

export const useCollected = (): readonly Earned[] =>
  useSyncExternalStore(
    subscribe,
    () => collected,
    () => collected,
  );

/** One sentence for each kind of reward, with how often it was earned. */
export const textsOf = (earned: readonly Earned[]): string[] =>
  [...Map.groupBy(earned, ({ text }) => text)].map(([text, { length }]) =>
    length === 1 ? text : `${text} (${length} times)`,
  );
