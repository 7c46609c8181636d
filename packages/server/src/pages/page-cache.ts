import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { minute } from '../platform/clock.ts';
import { inCopiedBudget } from '../platform/db/timeouts.ts';
import type { SendablePage } from './sendable-page.ts';

/** The age of a page, and of the counters on it, after which it is rendered again in the background. */
const maxFreshAge = minute;
/** The age after which a page is rendered again before it is sent. */
const maxUsableAge = 10 * minute;

interface CachedPage {
  revision: string;
  renderedAt: number;
  page: SendablePage;
}

/**
 * Caches rendered pages up to `maxBytes`, each while its content's revision is current; evicts the least recently used
 * first. Requests for a page that is being rendered wait for that rendering. Failures are not cached.
 */
export function pageCache(maxBytes: number, clock: Clock) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ page }) => page.size,
  });
  const rendering = new Map<string, Promise<SendablePage>>();
  const ageOf = ({ renderedAt }: CachedPage): number => Math.abs(clock.now().getTime() - renderedAt);

  const renderOnce = (key: string, revision: string, render: () => Promise<SendablePage>) => {
    const name = `${revision} ${key}`;
    const running = rendering.get(name);
    if (running !== undefined) return running;
    const rendered = inCopiedBudget(render)
      .then((page) => {
        if (page.status < 500) pages.set(key, { revision, renderedAt: clock.now().getTime(), page });
        return page;
      })
      .finally(() => rendering.delete(name));
    rendering.set(name, rendered);
    return rendered;
  };

  const usable = (key: string, revision: string): CachedPage | undefined => {
    const cached = pages.get(key);
    return cached?.revision === revision && ageOf(cached) < maxUsableAge ? cached : undefined;
  };

  return {
    /** Whether a page of this revision can be sent without waiting for a rendering. */
    has: (key: string, revision: string): boolean => usable(key, revision) !== undefined,
    async get(key: string, revision: string, render: () => Promise<SendablePage>): Promise<SendablePage> {
      const cached = usable(key, revision);
      if (cached === undefined) return renderOnce(key, revision, render);
      // If this rendering fails, the next request tries again.
      if (ageOf(cached) >= maxFreshAge) renderOnce(key, revision, render).catch(() => undefined);
      return cached.page;
    },
    /** The current size in bytes. */
    size: (): number => pages.calculatedSize,
  };
}
