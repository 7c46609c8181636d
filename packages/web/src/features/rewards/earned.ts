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
/** What was earned while reading; the first `seen` of it the reader has seen at the end of a chapter. */
let collected: readonly Earned[] = [];
let seen = 0;

const change = (earned: readonly Earned[]): void => {
  collected = earned;
  notify();
};

/** Keeps what was earned for the end of the chapter: nothing interrupts reading. */
export const collectEarned = (earned: Earned): void => change([...collected, earned]);

export const markEarnedSeen = (): void => {
  seen = collected.length;
};

/** What the reader has not seen yet; it is told once. */
export function takeEarned(): readonly Earned[] {
  const unseen = collected.slice(seen);
  seen = 0;
  change([]);
  return unseen;
}

/** Drops what was seen, when the reader goes on to another chapter. */
export function dropSeenEarned(): void {
  if (seen === 0) return;
  const unseen = collected.slice(seen);
  seen = 0;
  change(unseen);
}

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
