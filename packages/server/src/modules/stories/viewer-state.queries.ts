import { allRows, type Db, sql, unseen } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { type ListViewer, passesFilter } from './content-filter.queries.ts';
import { isAfter, listOrder, listTables, positionIn } from './list-orders.queries.ts';
import { isPublicStory, isShownTo } from './stories.policy.queries.ts';
import {
  countedStories,
  isListed,
  matchesFilter,
  type PublicList,
  type StoryState,
  stateColumns,
} from './stories.queries.ts';
import { planFor } from './story-filters.queries.ts';

/** The data queried for each request: access, revision, counters and the viewer's own marks. */
export interface ListedViewerState extends StoryState {
  id: string;
  /** The story's position in its list (list-orders.queries.ts); the landing page's list has none. */
  position?: string[];
}

const viewerIdOf = (viewer: ListViewer) => sql`${viewer?.id ?? null}::uuid`;

/** The state of a story `s` for a viewer as JSON; null without a story. */
export const stateJson = (viewer: ListViewer) => sql<ListedViewerState | null>`
  case when s.id is not null then (select to_jsonb(state) from (
    select s.id, ${stateColumns(viewerIdOf(viewer))}) state) end`;

/** A story and its viewer. */
export interface StoryLookup {
  storyId: string;
  viewerId: string | null;
}

/** Loads many lookups in one query, in their order; undefined for deleted or unknown stories. */
export const findViewerStates = async (
  db: Db,
  lookups: StoryLookup[],
): Promise<(StoryState | undefined)[]> => {
  const rows = await allRows<StoryState & { place: number }>(db)`
    select a.place::int, ${stateColumns(sql`a.viewer_id`)}
    from unnest(${lookups.map((lookup) => lookup.storyId)}::uuid[], ${lookups.map((lookup) => lookup.viewerId)}::uuid[])
      with ordinality as a (story_id, viewer_id, place)
    join ${countedStories} s on s.id = a.story_id
    where s.deleted_at is null`;
  return inInputOrder(rows);
};

export interface ShownState extends ListedViewerState {
  has_chapters: boolean;
  language: string;
}

/** The states of those of these stories that lists show to the viewer, in their order. */
export const findShownStates = (db: Db, viewer: ListViewer, ids: string[]): Promise<ShownState[]> =>
  allRows<ShownState>(db)`
    select s.id, ${stateColumns(viewerIdOf(viewer))}, s.published_chapters > 0 as has_chapters, s.language
    from unnest(${unseen(ids, 'uuid[]')}) with ordinality as i (id, place) join ${countedStories} s on s.id = i.id
    where ${isShownTo(viewer)} order by i.place`;

/** The stories considered, so that the query's cost does not grow with the catalogue. */
export const featuredPool = 500;

/** What the landing page features: nothing mature, for readers either, and nothing that is coming soon. */
export const featuredFilter = { withChapters: true, withoutMature: true } as const;

/**
 * Featured stories (docs/product/stories.md#featured): those that an admin has picked; then, of the most viewed ones, each
 * author's newest with a real description and some readers; then one of each other author; then the rest.
 */
const listFeaturedStates = async (
  db: Db,
  { page, limit, viewer }: Omit<PublicList, 'filter' | 'order'>,
): Promise<ListedViewerState[]> => {
  const columns = sql`s.id, s.author_id, s.published_at, s.views, s.views >= 10 and length(s.description) >= 80 as passes`;
  return allRows<ListedViewerState>(db)`
    with picked as (
      select ${columns}, p.position from story_picks p join ${countedStories} s on s.id = p.story_id
      where p.list = 'featured' and ${isListed(viewer, featuredFilter)}),
    most_viewed as (
      select ${columns} from ${countedStories} s where ${isListed(viewer, featuredFilter)}
      order by s.views desc, s.id desc limit ${featuredPool}),
    pool as (
      select * from picked union all select *, null from most_viewed where id not in (select id from picked)),
    ranked as (
      select pool.*, row_number() over (partition by author_id order by passes desc, published_at desc, id desc) = 1
        as is_first from pool)
    select s.id, ${stateColumns(viewerIdOf(viewer))} from ranked r join ${countedStories} s on s.id = r.id
    order by r.position nulls last, r.is_first desc, r.passes desc,
      case when r.is_first and r.passes then null else r.views end desc, r.published_at desc, r.id desc
    limit ${limit} offset ${(page - 1) * limit}`;
};

/**
 * The viewer states of one page of a public list, found by index. A page by number skips the stories before it without
 * looking up their states; one after a position begins there. The first statement may have to be planned each time, which
 * costs more the more tables it joins, so the states are another's.
 */
export const listViewerStates = async (
  db: Db,
  { filter, order, after, page, limit, viewer }: PublicList,
): Promise<ListedViewerState[]> => {
  if (order === 'featured') return listFeaturedStates(db, { page, limit, viewer });
  const found = await allRows<{ id: string; position: string[] }>(db)`
    ${planFor(filter)}
    select s.id, ${positionIn(order)} as position from ${listTables(order)}
    where ${isListed(viewer, filter)} ${ofList(order, filter)} ${after === undefined ? sql`` : sql`and ${isAfter(order, after)}`}
    order by ${listOrder(order)} limit ${limit} ${after === undefined ? sql`offset ${(page - 1) * limit}` : sql``}`;
  const positions = new Map(found.map(({ id, position }) => [id, position]));
  const states = await findShownStates(db, viewer, [...positions.keys()]);
  return states.map((state) => ({ ...state, position: positions.get(state.id) ?? [] }));
};

/** Of the joined picks, only those of the list; the story's alias is `s`, that of the picks `p`. */
const ofList = (order: PublicList['order'], { picks }: PublicList['filter']) =>
  order === 'picked' ? sql`and p.list = ${picks ?? null}` : sql``;

/** A list of public stories, which everyone sees in the same order. */
export interface StoryList {
  order: PublicList['order'];
  filter?: PublicList['filter'];
}

/** The first stories of each list by id, as everyone with this choice about mature stories sees it. */
export const listPools = async (
  db: Db,
  lists: Record<string, StoryList>,
  showsMature: boolean,
  limit: number,
): Promise<Map<string, string[]>> => {
  const passes = passesFilter({ showsMature, hiddenTags: [], hiddenWarnings: [] });
  const pools = Object.entries(lists).flatMap(([name, { order, filter = {} }]) =>
    order === 'featured'
      ? []
      : [
          sql`select ${sql.lit(name)} as name, array(select s.id from ${listTables(order)}
            where ${isPublicStory()} and ${passes} ${matchesFilter(filter)} ${ofList(order, filter)}
            order by ${listOrder(order)} limit ${sql.lit(limit)}) as ids`,
        ],
  );
  const rows = await allRows<{ name: string; ids: string[] }>(db)`${sql.join(pools, sql` union all `)}`;
  return new Map(rows.map(({ name, ids }) => [name, ids]));
};
