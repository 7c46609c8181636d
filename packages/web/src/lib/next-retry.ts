const retryDelayMs = 5000;

/** Resolves when to retry after a network failure: when the browser is online again, after a delay, or on `now`. */
export function nextRetry(): { due: Promise<void>; now: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const now = () => resolve();
  const timer = setTimeout(now, retryDelayMs);
  window.addEventListener('online', now);
  const due = promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener('online', now);
  });
  return { due, now };
}

/** Retries `load` until it succeeds, or returns undefined once `isWanted` is false. Reports each failure. */
export async function retryUntilLoaded<T>(
  load: () => Promise<T>,
  isWanted: () => boolean,
  onFailed: () => void,
): Promise<T | undefined> {
  while (isWanted()) {
    try {
      return await load();
    } catch {
      if (isWanted()) onFailed();
      await nextRetry().due;
    }
  }
  return undefined;
}
