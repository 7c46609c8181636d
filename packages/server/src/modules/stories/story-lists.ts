import { longWords, shortWords } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { Story, storySort } from '@inkling/contract/stories';
import type { z } from 'zod';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import { findGenreIds } from '../genres/index.ts';
import { presentStory } from './stories.present.ts';
import * as queries from './stories.queries.ts';
import { storiesAsJson } from './story-json.ts';
import { listViewerStates } from './viewer-state.queries.ts';

interface Page {
  page: number;
  limit: number;
}

const totals = new WeakMap<Db, { revision: number; counts: Map<string, number> }>();

/** The number of stories that match a filter; counted once per catalogue revision. */
async function totalOf(db: Db, filter: queries.ListFilter): Promise<number> {
  const revision = await queries.catalogueRevision(db);
  let known = totals.get(db);
  if (known?.revision !== revision) {
    known = { revision, counts: new Map() };
    totals.set(db, known);
  }
  const key = JSON.stringify(filter);
  const counted = known.counts.get(key) ?? (await queries.countStories(db, filter));
  if (known.counts.size < 1000) known.counts.set(key, counted);
  return counted;
}

const sharedLists = new WeakMap<Db, ReturnType<typeof singleFlight<Buffer>>>();
function sharedListsOf(db: Db) {
  const known = sharedLists.get(db);
  if (known) return known;
  const shared = singleFlight<Buffer>();
  sharedLists.set(db, shared);
  return shared;
}

const comma = Buffer.from(',');

async function listAsJson(ctx: AppContext, list: queries.PublicList): Promise<Buffer> {
  const { db } = ctx;
  const [states, total] = await Promise.all([listViewerStates(db, list), totalOf(db, list.filter)]);
  const data = await storiesAsJson(ctx, states, list.viewerId);
  const pagination = JSON.stringify(paginate(list.page, list.limit, total));
  return Buffer.concat([
    Buffer.from('{"success":true,"data":['),
    ...data.flatMap((story, index) => (index === 0 ? [story] : [comma, story])),
    Buffer.from(`],"pagination":${pagination}}`),
  ]);
}

/** One page of published stories. Concurrent requests of visitors share the work, since all see the same list. */
export async function listStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  { page, limit }: Page,
  order: queries.ListOrder,
  filter: queries.ListFilter = {},
): Promise<PrebuiltJson> {
  const list = { filter, order, page, limit, viewerId: viewer?.id ?? null };
  if (viewer !== null) return new PrebuiltJson(await listAsJson(ctx, list));
  const key = JSON.stringify(list);
  return new PrebuiltJson(await sharedListsOf(ctx.db)(key, () => listAsJson(ctx, list)));
}

/** The first stories of a list, without counting the rest. */
export async function firstStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  limit: number,
  order: queries.ListOrder,
  filter: queries.ListFilter = {},
): Promise<Story[]> {
  const viewerId = viewer?.id ?? null;
  const rows = await queries.listStories(ctx.db, { filter, order, page: 1, limit, viewerId });
  return rows.map((row) => presentStory(ctx.config, row, viewerId));
}

/** The filters of the named lists. */
export const namedLists = {
  completed: { status: 'completed' },
  short: { maxWords: shortWords },
  long: { minWords: longWords },
} as const satisfies Record<string, queries.ListFilter>;

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
  return {
    data: rows.map((row) => presentStory(ctx.config, row, viewer.id)),
    pagination: paginate(query.page, query.limit, total),
  };
}
