const retryDelayMs = 5000;

const waiting = new Set<() => void>();

/** Retries now whatever waits for the network. */
export function retryNow(): void {
  for (const resolve of waiting) resolve();
}

/** Resolves when to retry after a network failure: after a delay, when the browser is online again, or on `retryNow`. */
export async function nextRetry(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, retryDelayMs);
  waiting.add(resolve);
  // Adding the same listener again has no effect.
  window.addEventListener('online', retryNow);
  await promise;
  clearTimeout(timer);
  waiting.delete(resolve);
}
