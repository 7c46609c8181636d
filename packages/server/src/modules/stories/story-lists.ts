import { paginate } from '@inkling/contract/page';
import { longWords, type Story, shortWords, type storySort } from '@inkling/contract/stories';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { findGenreIds } from '../genres/index.ts';
import { presentStory } from './stories.present.ts';
import * as queries from './stories.queries.ts';

interface Page {
  page: number;
  limit: number;
}

const totals = new WeakMap<Db, { revision: number; counts: Map<string, number> }>();

/** How many stories a filter has; counted once for each state of the catalogue. */
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

/** One page of published stories. */
export async function listStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  { page, limit }: Page,
  order: queries.ListOrder,
  filter: queries.ListFilter = {},
) {
  const viewerId = viewer?.id ?? null;
  const [rows, total] = await Promise.all([
    queries.listStories(ctx.db, { filter, order, page, limit, viewerId }),
    totalOf(ctx.db, filter),
  ]);
  return { data: rows.map((row) => presentStory(row, viewerId)), pagination: paginate(page, limit, total) };
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
  return rows.map((row) => presentStory(row, viewerId));
}

/** The filters behind the lists that have names. */
export const namedLists = {
  completed: { status: 'completed' },
  short: { maxWords: shortWords },
  long: { minWords: longWords },
} as const satisfies Record<string, queries.ListFilter>;

/** How the sort words of the contract order a public list; updates and creation are told by their publication. */
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

/** Genres by id or by name, from a comma list; names that nobody knows match no story. */
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
    data: rows.map((row) => presentStory(row, viewer.id)),
    pagination: paginate(query.page, query.limit, total),
  };
}
