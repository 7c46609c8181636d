import { boundedCache } from '../bounded-cache.ts';
import type { Count, Limit } from './rate-limits-table.ts';

/** However many addresses there are, no more counts than this are in memory; those not used for longest go first. */
const maxCounts = 20_000;

/** Counts calls in the memory of this process. */
export function memoryCounter(now = () => performance.now(), max = maxCounts) {
  const counts = boundedCache<{ calls: number; endsAt: number }>(max, () => 1);
  return (key: string, { timeWindow }: Limit): Count => {
    const at = now();
    const count = counts.get(key);
    if (count === undefined || count.endsAt <= at) {
      counts.set(key, { calls: 1, endsAt: at + timeWindow });
      return { calls: 1, ttl: timeWindow };
    }
    count.calls += 1;
    return { calls: count.calls, ttl: count.endsAt - at };
  };
}
