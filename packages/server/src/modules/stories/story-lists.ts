import { longWords, shortWords } from '@inkling/contract/limits';
import { type Pagination, paginate } from '@inkling/contract/page';
import type { Story, storySort } from '@inkling/contract/stories';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { outsideRequest, withinBudget } from '../../platform/db/timeouts.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { findGenreIds } from '../genres/index.ts';
import { presentStory } from './stories.present.ts';
import * as queries from './stories.queries.ts';
import { presentStories } from './story-cache.ts';
import { newestUnsaved } from './unsaved.queries.ts';
import {
  featuredPool,
  findShownStates,
  type ListedViewerState,
  listViewerStates,
} from './viewer-state.queries.ts';

interface Page {
  page: number;
  limit: number;
}

interface StoryList {
  order: queries.ListOrder;
  filter?: queries.ListFilter;
}

/** The number of counted filters and the bytes of visitors' lists that are cached. */
const maxTotals = 1000;
const cacheBytes = 4 * 1024 * 1024;

const catalogueRevisions = perInstance((db: Db) =>
  keyedLoader(async () => new Map([['catalogue', await queries.catalogueRevision(db)]])),
);
const totals = perInstance((_db: Db) => revisionCache(maxTotals, (_total: number) => 1));
const sharedLists = perInstance((_db: Db) => singleFlight<PrebuiltJson>());
/** Of a list that few share, its key and revision may be larger than the response. */
const keyBytes = 4_000;
const responses = perInstance((_db: Db) =>
  revisionCache(cacheBytes, ({ size }: PrebuiltJson) => size + keyBytes),
);

/** One page of published stories. Visitors, who all see the same, share work and response. */
export async function listStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  { page, limit }: Page,
  { order, filter = {} }: StoryList,
): Promise<PrebuiltJson | { data: Story[]; pagination: Pagination }> {
  const { db } = ctx;
  const list = { filter, order, page, limit, viewer };
  const revision = (await catalogueRevisions(db)('catalogue')) ?? 0;
  const find = () =>
    Promise.all([
      listViewerStates(db, list),
      totals(db).load(JSON.stringify([viewer?.id, viewer?.contentFilter, filter]), revision, () =>
        queries.countStories(db, viewer, filter),
      ),
    ]);
  const present = async (states: ListedViewerState[], total: number) => ({
    data: await presentStories(ctx, states, viewer),
    pagination: paginate(page, limit, order === 'featured' ? Math.min(total, featuredPool) : total),
  });
  if (viewer !== null) return present(...(await find()));
  const key = JSON.stringify(list);
  const loadList = async () => {
    const [states, total] = await find();
    const shown = states.map(({ id, revision, views, likes }) => [id, revision, views, likes]);
    return responses(db).load(key, JSON.stringify([total, shown]), async () =>
      prebuiltJson(await present(states, total)),
    );
  };
  return withinBudget(sharedLists(db)(`${revision} ${key}`, () => outsideRequest(loadList)));
}

/** The first stories of a list, without counting the rest. */
export async function firstStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  limit: number,
  { order, filter = {} }: StoryList,
): Promise<Story[]> {
  const states = await listViewerStates(ctx.db, { filter, order, page: 1, limit, viewer });
  return presentStories(ctx, states, viewer);
}

/** Those of these stories that lists show to the viewer, in their order. */
export const presentShown = async (
  ctx: RequestContext,
  viewer: Viewer | null,
  ids: string[],
): Promise<Story[]> =>
  ids.length === 0 ? [] : presentStories(ctx, await findShownStates(ctx.db, viewer, ids), viewer);

/** The public lists that take no parameters but the page. */
export const publicLists = {
  featured: { order: 'featured', filter: { withChapters: true } },
  recentlyUpdated: { order: 'updated' },
  popular: { order: 'views' },
  newReleases: { order: 'released' },
  completed: { order: 'views', filter: { status: 'completed' } },
  short: { order: 'views', filter: { maxWords: shortWords } },
  long: { order: 'views', filter: { minWords: longWords } },
} as const satisfies Record<string, StoryList>;

/** The order for each sort value of the contract. Public lists sort by publication instead of creation or edits. */
const sorted: Record<z.output<typeof storySort>, queries.ListOrder> = {
  '-lastUpdated': 'updated',
  '-updatedAt': 'updated',
  '-createdAt': 'released',
  '-publishedAt': 'released',
  '-stats.views': 'views',
  '-views': 'views',
  '-likes': 'likes',
  title: 'title',
};

export const orderOf = (sort: z.output<typeof storySort> | undefined): queries.ListOrder =>
  sort === undefined ? 'updated' : sorted[sort];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Genre ids from a comma-separated list of ids and names; unknown names match no story. */
export async function genreFilter(
  ctx: RequestContext,
  list: string | undefined,
): Promise<string[] | undefined> {
  const named =
    list
      ?.split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '') ?? [];
  if (named.length === 0) return undefined;
  const ids = named.filter((one) => uuid.test(one));
  const names = named.filter((one) => !uuid.test(one));
  return [...ids, ...(names.length > 0 ? await findGenreIds(ctx.db, names) : [])];
}

export async function listMyStories(
  ctx: RequestContext,
  viewer: Viewer,
  query: Page & { status: 'all' | 'published' | 'draft' },
) {
  const { rows, total } = await queries.listOwnStories(ctx.db, viewer.id, query);
  const unsaved = await newestUnsaved(
    ctx.db,
    viewer.id,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => presentStory(ctx.config, row, viewer)),
    unsaved: unsaved.map((row) => ({
      story: row.story_id,
      chapter: row.chapter_id,
      isNew: row.is_new,
      updatedAt: row.updated_at.toISOString(),
    })),
    pagination: paginate(query.page, query.limit, total),
  };
}
