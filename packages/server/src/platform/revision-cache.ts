import { LRUCache } from 'lru-cache';
import { minute, second } from './clock.ts';
import { readOutsideRequest, withinBudget } from './db/timeouts.ts';

/**
 * Calls with the same key share one running computation. Its result may be older than a call that joins it, so a key
 * contains the revision that its callers have read from the database.
 */
export function singleFlight<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const shared = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, shared);
    return shared;
  };
}

type Revision = string | number;

interface Entry {
  revision: Revision;
  value: unknown;
}

/** What nobody has asked for in this time is dropped, so that a quiet server returns its memory. */
const maxUnused = 5 * minute;

/**
 * What several caches keep, together at most `maxBytes`. V8 may not collect what a quiet server has dropped for hours, so
 * it is told to (`gc`, which exists with Node's option --expose-gc) when less than half of much is left.
 */
export function cacheMemory(maxBytes: number, collect: () => void = () => globalThis.gc?.()) {
  const perf = { now: () => performance.now() };
  const ttl = { ttl: maxUnused, updateAgeOnGet: true, ttlResolution: second, perf };
  const memory = new LRUCache<string, Entry>({ maxSize: maxBytes, ...ttl });
  let most = 0;
  setInterval(() => {
    most = Math.max(most, memory.calculatedSize);
    memory.purgeStale();
    if (most < maxBytes / 10 || memory.calculatedSize > most / 2) return;
    most = memory.calculatedSize;
    collect();
  }, minute).unref();
  return memory;
}

/** One limit for all caches of this process: what is read most has the most of it. */
const sharedMemory = cacheMemory(96 * 1024 * 1024);
let caches = 0;

/**
 * Caches values, each for one revision of its content, which callers read from the database for every request.
 * `sizeOf` estimates a value's bytes. Evicts the least recently used first. Requests for a value that is being loaded
 * wait for it. Errors are not cached, nor are values without a size.
 */
export function revisionCache<Value>(sizeOf: (value: Value) => number | null, memory = sharedMemory) {
  caches += 1;
  const prefix = `${caches} `;
  const share = singleFlight<Value>();
  const cache = {
    get(key: string, revision: Revision): Value | undefined {
      const entry = memory.get(prefix + key);
      // Safe cast: only `set` of this cache writes keys with this prefix.
      return entry?.revision === revision ? (entry.value as Value) : undefined;
    },
    set(key: string, revision: Revision, value: Value): void {
      const size = sizeOf(value);
      if (size !== null) memory.set(prefix + key, { revision, value }, { size });
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
        cache.get(key, revision) ?? withinBudget(cache.refresh(key, revision, () => readOutsideRequest(load)))
      );
    },
  };
  return cache;
}
