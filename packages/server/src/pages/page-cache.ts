import type { Clock } from '../platform/clock.ts';
import { minute } from '../platform/clock.ts';
import { inCopiedBudget } from '../platform/db/timeouts.ts';
import { type cacheMemory, revisionCache } from '../platform/revision-cache.ts';

/** The age after which a page is rendered again before it is sent. */
const maxUsableAge = 10 * minute;

interface CachedPage<Page> {
  page: Page;
  renderedAt: number;
  /** The age, up to a minute, after which the page and the counters on it are rendered again in the background. */
  maxFreshAge: number;
}

/**
 * Caches rendered pages, each while its content's revision is current. Failures are not cached.
 * Pages that were rendered together become old at different times, and one at a time is rendered in the background:
 * rendering them together would delay all other requests.
 */
export function pageCache<Page extends { status: number; size: number }>(
  clock: Clock,
  memory?: ReturnType<typeof cacheMemory>,
) {
  const pages = revisionCache<CachedPage<Page>>(({ page }) => (page.status < 500 ? page.size : null), memory);
  let isRefreshing = false;
  const ageOf = ({ renderedAt }: CachedPage<Page>): number => Math.abs(clock.now().getTime() - renderedAt);
  const usable = (key: string, revision: string): CachedPage<Page> | undefined => {
    const cached = pages.get(key, revision);
    return cached !== undefined && ageOf(cached) < maxUsableAge ? cached : undefined;
  };
  const refresh = async (key: string, revision: string, render: () => Promise<Page>) => {
    const { page } = await pages.refresh(key, revision, async () => ({
      page: await inCopiedBudget(render),
      renderedAt: clock.now().getTime(),
      maxFreshAge: minute * (1 - Math.random() / 2),
    }));
    return page;
  };
  const refreshInBackground = async (...page: Parameters<typeof refresh>): Promise<void> => {
    if (isRefreshing) return;
    isRefreshing = true;
    // If this rendering fails, the next request tries again.
    await refresh(...page).catch(() => undefined);
    isRefreshing = false;
  };

  return {
    /** Whether a page of this revision can be sent without waiting for a rendering. */
    has: (key: string, revision: string): boolean => usable(key, revision) !== undefined,
    async get(key: string, revision: string, render: () => Promise<Page>): Promise<Page> {
      const cached = usable(key, revision);
      if (cached === undefined) return refresh(key, revision, render);
      if (ageOf(cached) >= cached.maxFreshAge) void refreshInBackground(key, revision, render);
      return cached.page;
    },
  };
}
