import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenLive } from '../../lib/live.ts';
import { markStale } from '../../lib/query.ts';
import type { Earned } from './earned.ts';

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
