import type { rewardEarned } from '@inkling/contract/rewards';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import { listenerSet } from '../../lib/listeners.ts';
import { listenLive } from '../../lib/live.ts';
import { markStale } from '../../lib/query.ts';

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

/** Calls `onEarned` with what the reader earns while the page is open, anywhere. */
export function useEarned(onEarned: (earned: Earned) => void, listen = listenLive): void {
  const client = useQueryClient();
  useEffect(() => {
    const leave = listen({
      onConnected: () => undefined,
      on: {
        'reward:earned': (earned) => {
          void markStale(client, ['rewards', 'achievements']);
          onEarned(earned);
        },
      },
    });
    return () => leave(() => undefined);
  }, [client, onEarned, listen]);
}
