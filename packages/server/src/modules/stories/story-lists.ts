import { longWords, shortWords } from '@inkling/contract/limits';
import { paginate } from '@inkling/contract/page';
import type { Story, storySort } from '@inkling/contract/stories';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { joinedResponse, type PrebuiltJson } from '../../platform/http/sent-json.ts';
import { decodePosition, paginateByPosition } from '../../platform/list-position.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { currentRevisions, type ListOrder, positionSchema } from './list-orders.queries.ts';
import { presentStory } from './stories.present.ts';
import type { ListFilter } from './stories.queries.ts';
import * as queries from './stories.queries.ts';
import { cardsOf, presentStories } from './story-cards.ts';
import { inLanguagesOf } from './story-filters.ts';
import { countListed } from './story-totals.queries.ts';
import { newestUnsaved } from './unsaved.queries.ts';
import {
  featuredFilter,
  featuredPool,
  findShownStates,
  listViewerStates,
  type StoryList,
} from './viewer-state.queries.ts';

interface Page {
  page: number;
  limit: number;
  /** The position of the last story of the page before (platform/list-position.ts). */
  after?: string | undefined;
}

/** How long the counters of visitors' lists may stand still, in milliseconds. */
const freshForMs = 10_000;

const visitorPages = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

/** One page of published stories. Visitors, who all see the same, get a cached response. */
export async function listStories(
  ctx: RequestContext,
  viewer: Viewer | null,
  { page, limit, after: sentPosition }: Page,
  { order, filter = {} }: StoryList,
): Promise<PrebuiltJson> {
  const { db, clock } = ctx;
  const after =
    sentPosition === undefined || order === 'featured'
      ? undefined
      : decodePosition(sentPosition, positionSchema(order));
  const list = { filter, order, page, limit, viewer, ...(after !== undefined && { after }) };
  const { catalogue, trending } = await currentRevisions(db)();
  const find = async () => {
    // Both only grow, so a sum stands for one state.
    const revision = filter.has?.includes('trend') ? catalogue + trending : catalogue;
    const [states, total] = await Promise.all([
      listViewerStates(db, list),
      countListed(db, viewer, filter, revision),
    ]);
    const cards = await cardsOf(ctx, states, viewer);
    const pagination =
      order === 'featured'
        ? paginate(page, limit, Math.min(total, featuredPool))
        : paginateByPosition(list, states, total, ({ position = [] }) => [order, ...position]);
    return { cards: [...cards.values()], pagination };
  };
  if (viewer !== null) {
    const { cards, pagination } = await find();
    return joinedResponse(cards, { pagination });
  }
  const period = Math.floor(clock.now().getTime() / freshForMs);
  return visitorPages(db).load(JSON.stringify(list), `${catalogue} ${trending} ${period}`, async () => {
    const { cards, pagination } = await find();
    return joinedResponse(cards, { pagination }, 'many');
  });
}

/** A list as a viewer sees it: in the languages that they read. The landing page's is the same for everyone. */
export const listFor = (viewer: Pick<Viewer, 'languages'> | null, list: StoryList): StoryList =>
  list.order === 'featured' ? list : { ...list, filter: inLanguagesOf(viewer, list.filter) };

/** The cards of the first stories of a list, without counting the rest. */
export async function firstCards(
  ctx: RequestContext,
  viewer: Viewer | null,
  limit: number,
  { order, filter = {} }: StoryList,
): Promise<Buffer[]> {
  const states = await listViewerStates(ctx.db, { filter, order, page: 1, limit, viewer });
  return [...(await cardsOf(ctx, states, viewer)).values()];
}

/** Those of these stories that lists show to the viewer, in their order, with their whole descriptions. */
export const presentShown = async (
  ctx: RequestContext,
  viewer: Viewer | null,
  ids: string[],
): Promise<Story[]> =>
  ids.length === 0 ? [] : presentStories(ctx, await findShownStates(ctx.db, viewer, ids), viewer);

/** The public lists that take no parameters but the page. */
export const publicLists = {
  landing: { order: 'featured', filter: featuredFilter },
  featured: { order: 'picked', filter: { picks: 'featured' } },
  editorsPicks: { order: 'picked', filter: { picks: 'editors-picks' } },
  trending: { order: 'trending', filter: { has: ['trend'] } },
  topRated: { order: 'rating', filter: { has: ['ratings'] } },
  mostCommented: { order: 'comments', filter: { has: ['comments'] } },
  recentlyUpdated: { order: 'updated' },
  popular: { order: 'views' },
  /** Recommended when there are no other signals. */
  mostViewed: { order: 'views', filter: { withChapters: true } },
  newReleases: { order: 'released' },
  completed: { order: 'views', filter: { status: 'completed' } },
  short: { order: 'views', filter: { maxWords: shortWords } },
  long: { order: 'views', filter: { minWords: longWords } },
} as const satisfies Record<string, StoryList>;

/** The order for each sort value of the contract. Public lists sort by publication instead of creation or edits. */
const sorted: Record<z.output<typeof storySort>, ListOrder> = {
  '-lastUpdated': 'updated',
  '-updatedAt': 'updated',
  '-createdAt': 'released',
  '-publishedAt': 'released',
  '-stats.views': 'views',
  '-views': 'views',
  '-likes': 'likes',
  title: 'title',
  '-rating': 'rating',
  '-trending': 'trending',
  '-comments': 'comments',
  '-words': 'words',
  '-chapters': 'chapters',
};

/** What stories need to have a place in an order. */
const needed: { [order in ListOrder]?: ListFilter['has'] } = {
  rating: ['ratings'],
  trending: ['trend'],
  comments: ['comments'],
};

/** A list as a reader wants it: filtered further, and in another order, in which only stories with a place in it are. */
export function wantedList(
  list: StoryList,
  filter: ListFilter,
  sort?: z.output<typeof storySort>,
): StoryList {
  const order = sort === undefined ? list.order : sorted[sort];
  const has = [
    ...new Set([...(list.filter?.has ?? []), ...(order === 'featured' ? [] : (needed[order] ?? []))]),
  ];
  return { order, filter: { ...list.filter, ...filter, ...(has.length > 0 && { has }) } };
}

/** An author's own stories with their whole descriptions, which the page edits. */
export async function listMyStories(ctx: RequestContext, viewer: Viewer, query: queries.OwnStories) {
  const { rows, total } = await queries.listOwnStories(ctx.db, viewer.id, query);
  const unsaved = await newestUnsaved(
    ctx.db,
    viewer.id,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map((row) => ({ ...presentStory(ctx.config, row, viewer), comments: row.comments })),
    unsaved: unsaved.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() })),
    pagination: paginate(query.page, query.limit, total),
  };
}
