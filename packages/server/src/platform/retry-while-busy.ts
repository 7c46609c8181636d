import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from './app-error.ts';

const retryDelayMs = 3_000;

/** Does work in a thread; tries again while all threads are busy. `beforeRetry` throws when the result is no longer wanted. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  {
    maxAttempts,
    signal,
    beforeRetry,
  }: { maxAttempts: number; signal?: AbortSignal; beforeRetry?: () => void },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'BUSY' || attempt === maxAttempts) throw error;
      beforeRetry?.();
      await sleep(retryDelayMs, undefined, { signal });
    }
  }
}
