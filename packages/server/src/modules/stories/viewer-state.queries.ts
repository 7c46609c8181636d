import { type Db, sql } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { isShownTo, type ListViewer } from './stories.policy.queries.ts';
import { isListed, listOrder, type PublicList } from './stories.queries.ts';
import './stories.table.ts';

/** The data queried for each request: access, revision, counters and the viewer's own marks. */
export interface ViewerState {
  revision: number;
  author_id: string;
  is_published: boolean;
  views: number;
  likes: number;
  is_liked: boolean;
  is_bookmarked: boolean;
}

export interface ListedViewerState extends ViewerState {
  id: string;
}

/**
 * Marks are subqueries, not joins: with a join, the planner reads all likes of a popular story.
 */
const stateColumns = (viewer: ReturnType<typeof sql>) => sql`
  s.revision, s.author_id, s.is_published, s.views, s.likes,
  ${viewer} is not null
    and exists (select from story_likes l where l.story_id = s.id and l.user_id = ${viewer}) as is_liked,
  ${viewer} is not null
    and exists (select from library_entries e where e.user_id = ${viewer} and e.story_id = s.id and e.is_bookmarked)
    as is_bookmarked`;

const viewerIdOf = (viewer: ListViewer) => sql`${viewer?.id ?? null}::uuid`;

/** A story and its viewer. */
export interface StoryLookup {
  storyId: string;
  viewerId: string | null;
}

/** Loads many lookups in one query, in their order; undefined for deleted or unknown stories. */
export const findViewerStates = async (
  db: Db,
  lookups: StoryLookup[],
): Promise<(ViewerState | undefined)[]> => {
  const { rows } = await sql<ViewerState & { place: number }>`
    select a.place::int, ${stateColumns(sql`a.viewer_id`)}
    from unnest(${lookups.map((lookup) => lookup.storyId)}::uuid[], ${lookups.map((lookup) => lookup.viewerId)}::uuid[])
      with ordinality as a (story_id, viewer_id, place)
    join stories s on s.id = a.story_id
    where s.deleted_at is null`.execute(db);
  return inInputOrder(rows);
};

/** The states of those of these stories that lists show to the viewer, in their order. */
export const findShownStates = async (
  db: Db,
  viewer: ListViewer,
  ids: string[],
): Promise<ListedViewerState[]> => {
  const { rows } = await sql<ListedViewerState>`
    select s.id, ${stateColumns(viewerIdOf(viewer))}
    from unnest(${ids}::uuid[]) with ordinality as i (id, place) join stories s on s.id = i.id
    where ${isShownTo(viewer)} order by i.place`.execute(db);
  return rows;
};

/** The stories considered, so that the query's cost does not grow with the catalogue. */
export const featuredPool = 500;

/**
 * Featured stories (docs/product/stories.md#featured): of the most viewed ones, each author's newest with a real
 * description and some readers; then one of each other author; then the rest.
 */
const listFeaturedStates = async (
  db: Db,
  { page, limit, viewer }: Omit<PublicList, 'filter' | 'order'>,
): Promise<ListedViewerState[]> => {
  const { rows } = await sql<ListedViewerState>`
    with pool as (
      select s.id, s.author_id, s.published_at, s.views, s.views >= 10 and length(s.description) >= 80 as passes
      from stories s where ${isListed(viewer, { withChapters: true })} order by ${listOrder('views')} limit ${featuredPool}),
    ranked as (
      select pool.*, row_number() over (partition by author_id order by passes desc, published_at desc, id desc) = 1
        as is_first from pool)
    select s.id, ${stateColumns(viewerIdOf(viewer))} from ranked r join stories s on s.id = r.id
    order by r.is_first desc, r.passes desc, case when r.is_first and r.passes then null else r.views end desc,
      r.published_at desc, r.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows;
};

/** The viewer states of one page of a public list, found by index. */
export const listViewerStates = async (
  db: Db,
  { filter, order, page, limit, viewer }: PublicList,
): Promise<ListedViewerState[]> => {
  if (order === 'featured') return listFeaturedStates(db, { page, limit, viewer });
  const { rows } = await sql<ListedViewerState>`
    select s.id, ${stateColumns(viewerIdOf(viewer))} from stories s
    where ${isListed(viewer, filter)} order by ${listOrder(order)} limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return rows;
};
