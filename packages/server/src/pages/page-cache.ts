import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { minute } from '../platform/clock.ts';
import { inCopiedBudget } from '../platform/db/timeouts.ts';
import type { SendablePage } from './sendable-page.ts';

/** How old the counters on a page (views, likes) may be before it is rendered again behind a visitor's back. */
const freshFor = minute;
/** How old they may be at all: a page that nobody opened for longer is rendered before it is sent. */
const usableFor = 10 * minute;

interface CachedPage {
  revision: string;
  renderedAt: number;
  page: SendablePage;
}

/**
 * Keeps rendered pages, at most `maxBytes` of them, each for as long as its content's revision stands; the least
 * recently used go first. Requests for a page that is being rendered wait for that rendering. Failures are not kept.
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
    return cached?.revision === revision && ageOf(cached) < usableFor ? cached : undefined;
  };

  return {
    /** Whether a page of this revision can be sent without waiting for a rendering. */
    has: (key: string, revision: string): boolean => usable(key, revision) !== undefined,
    async get(key: string, revision: string, render: () => Promise<SendablePage>): Promise<SendablePage> {
      const cached = usable(key, revision);
      if (cached === undefined) return renderOnce(key, revision, render);
      // A rendering that fails here is tried again by the next request.
      if (ageOf(cached) >= freshFor) renderOnce(key, revision, render).catch(() => undefined);
      return cached.page;
    },
    /** Bytes kept at the moment. */
    size: (): number => pages.calculatedSize,
  };
}
