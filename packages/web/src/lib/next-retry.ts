const everyMs = 5000;

/** The next moment to try again what has failed for want of a network: when it is back, else soon, or `now`. */
export function nextRetry(): { comes: Promise<void>; now: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const now = () => resolve();
  const timer = setTimeout(now, everyMs);
  window.addEventListener('online', now);
  const comes = promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener('online', now);
  });
  return { comes, now };
}

/** Loads something again and again until it is there; nothing once nobody is `here` any more. Tells of failures. */
export async function retryUntilLoaded<T>(
  load: () => Promise<T>,
  here: () => boolean,
  onFailed: () => void,
): Promise<T | undefined> {
  while (here()) {
    try {
      return await load();
    } catch {
      if (here()) onFailed();
      await nextRetry().comes;
    }
  }
  return undefined;
}
