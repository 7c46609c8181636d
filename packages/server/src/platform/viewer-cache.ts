import { LRUCache } from 'lru-cache';
import type { AppContext, Authenticate, Viewer } from './context.ts';
import { type Db, standbysOf } from './db/db.ts';
import { perInstance } from './per-instance.ts';

/**
 * How long a token is cached, in milliseconds. Changes by this process take effect at once (`invalidateViewers`);
 * changes by another process take effect after this time (docs/product/account.md#sessions).
 */
const cacheMs = 250;
const maxEntries = 10_000;

interface ViewerCache {
  viewers: LRUCache<string, { viewer: Viewer; until: number; at: number }>;
  /** Counts invalidations: a lookup that started before one must not be cached after it. */
  generation: number;
  listeners: Set<() => void>;
}

const cacheOf = perInstance(
  (_db: Db): ViewerCache => ({
    viewers: new LRUCache({ max: maxEntries }),
    generation: 0,
    listeners: new Set(),
  }),
);

/** The viewer of a token, from the cache if it was looked up just now; null if the token is not valid. */
export function resolveViewer(
  ctx: AppContext,
  authenticate: Authenticate,
  token: string,
): Viewer | Promise<Viewer | null> {
  const cache = cacheOf(ctx.db);
  const now = ctx.clock.now().getTime();
  const cached = cache.viewers.get(token);
  // With standbys, each request must know the position of what its person has written, also through another process.
  if (standbysOf(ctx.db) !== null) return authenticate(ctx, token);
  // Checks the monotonic clock, and also the clock that sessions expire by, which may have been set.
  if (cached && cached.until > performance.now() && Math.abs(now - cached.at) < cacheMs) return cached.viewer;
  const { generation } = cache;
  return authenticate(ctx, token).then((viewer) => {
    if (viewer !== null && generation === cache.generation)
      cache.viewers.set(token, { viewer, until: performance.now() + cacheMs, at: now });
    return viewer;
  });
}

/** Call after a change of sessions or of viewer data is committed, so that the next request sees it. */
export function invalidateViewers(db: Db): void {
  const cache = cacheOf(db);
  cache.viewers.clear();
  cache.generation += 1;
  for (const listener of cache.listeners) listener();
}

/** Calls the listener when a session may have ended in this process; returns a function that unsubscribes. */
export function onInvalidated(db: Db, listener: () => void): () => void {
  const { listeners } = cacheOf(db);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
