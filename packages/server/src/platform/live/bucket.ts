export interface Bucket {
  /** Takes one token out; false when there is none. */
  take(): boolean;
}

/** Lets so many at once, and so many a second after that. Time is that of a clock that nobody sets. */
export function tokenBucket(
  atOnce: number,
  aSecond: number,
  now: () => number = () => performance.now(),
): Bucket {
  let tokens = atOnce;
  let at = now();
  return {
    take() {
      const time = now();
      tokens = Math.min(atOnce, tokens + ((time - at) / 1000) * aSecond);
      at = time;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
