import { LRUCache } from 'lru-cache';
import type { Count, Limit } from './rate-limits-table.ts';

/** Maximum number of counts in memory; the least recently used are evicted first. */
const maxCounts = 20_000;

/** Counts calls in this process's memory. */
export function memoryCounter(now = () => performance.now(), max = maxCounts) {
  const counts = new LRUCache<string, { calls: number; endsAt: number }>({ max });
  return (key: string, { timeWindow }: Limit): Count => {
    const time = now();
    const count = counts.get(key);
    if (count === undefined || count.endsAt <= time) {
      counts.set(key, { calls: 1, endsAt: time + timeWindow });
      return { calls: 1, ttl: timeWindow };
    }
    count.calls += 1;
    return { calls: count.calls, ttl: count.endsAt - time };
  };
}
