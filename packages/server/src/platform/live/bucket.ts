export interface Bucket {
  /** Takes one token out; false when there is none. */
  take(): boolean;
}

/** Allows `capacity` tokens at once, refilled by `perSecond`. Uses a monotonic clock. */
export function tokenBucket(
  capacity: number,
  perSecond: number,
  now: () => number = () => performance.now(),
): Bucket {
  let tokens = capacity;
  let at = now();
  return {
    take() {
      const time = now();
      tokens = Math.min(capacity, tokens + ((time - at) / 1000) * perSecond);
      at = time;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
