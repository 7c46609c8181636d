import { useEffect } from 'react';
import { mayPass } from './api.ts';
import { nextRetry } from './next-retry.ts';

/** Loads a page again that failed without a network or server, until it succeeds. `retry` must not throw. */
export function useRecovery(error: unknown, retry: () => unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one attempt for each failure
  useEffect(() => {
    if (!mayPass(error)) return;
    let wanted = true;
    void nextRetry().then(() => wanted && retry());
    return () => {
      wanted = false;
    };
  }, [error]);
}
