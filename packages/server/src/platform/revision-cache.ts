import { LRUCache } from 'lru-cache';
import { outsideRequest, withinBudget } from './db/timeouts.ts';
import { singleFlight } from './single-flight.ts';

type Revision = string | number;

/**
 * Caches values up to `maxSize`, in bytes or entries, each for one revision of its content, which callers read from the
 * database for every request. Evicts the least recently used first. Requests for a value that is being loaded wait for it. Errors are not
 * cached, nor are values without a size.
 */
export function revisionCache<Value>(maxSize: number, sizeOf: (value: Value) => number | null) {
  const entries = new LRUCache<string, { revision: Revision; value: Value }>({
    maxSize,
  });
  const share = singleFlight<Value>();
  const cache = {
    get(key: string, revision: Revision): Value | undefined {
      const entry = entries.get(key);
      return entry?.revision === revision ? entry.value : undefined;
    },
    set(key: string, revision: Revision, value: Value): void {
      const size = sizeOf(value);
      if (size !== null) entries.set(key, { revision, value }, { size });
    },
    /** Loads the value even if it is cached; the cached one stays usable until then. */
    refresh: (key: string, revision: Revision, load: () => Promise<Value>): Promise<Value> =>
      share(`${revision} ${key}`, async () => {
        const value = await load();
        cache.set(key, revision, value);
        return value;
      }),
    /** The cached value, or one that is loaded from the database: each caller waits within its own budget. */
    async load(key: string, revision: Revision, load: () => Promise<Value>): Promise<Value> {
      return (
        cache.get(key, revision) ?? withinBudget(cache.refresh(key, revision, () => outsideRequest(load)))
      );
    },
    /** The current size. */
    size: (): number => entries.calculatedSize,
  };
  return cache;
}
