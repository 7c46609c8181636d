import { seriesLimits } from '@inkling/contract/limits';
import type { OwnPart, OwnSeries, PlaceInSeries, Series } from '@inkling/contract/series';
import type { Author } from '@inkling/contract/users';
import {
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  type NewRow,
  sql,
} from '../../platform/db/db.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import { isHeld } from '../../platform/screening.queries.ts';
import { isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';
import { followNewPartsOf } from '../story-follows/index.ts';
import { authorJson } from '../users/index.ts';

export interface SeriesRow {
  id: string;
  author_id: string;
  name: string;
  description: string;
  version: number;
  updated_at: Date;
  withheld: Series['withheld'];
  isFollowing: boolean;
  author: Author;
  /** How many stories lists show to the viewer. */
  shown: number;
  /** The ids of the first of them, in their order. */
  stories: string[];
}

/** Whether a viewer sees the series `r`, apart from its stories. */
const isShownSeries = (viewer: ListViewer) =>
  sql<boolean>`(r.taken_down_at is null or r.author_id = ${viewer?.id ?? null}::uuid)`;

/** Why others do not see a series, alias `r`, for its author. */
const withheld = (viewerId: string | null) => sql<Series['withheld']>`case
  when r.taken_down_at is null or r.author_id is distinct from ${viewerId}::uuid then null
  when ${isHeld('series', sql`r.id`)} then 'held' else 'removed' end`;

/** Series, alias `r`, with the first `stories` of those that lists show to the viewer. */
const readSeries = (viewer: ListViewer, stories: number, where: ReturnType<typeof sql>) => sql<SeriesRow>`
  select r.id, r.author_id, r.name, r.description, r.version, r.updated_at, ${withheld(viewer?.id ?? null)} as withheld, ${authorJson('u')} as author,
    exists (select from series_follows f where f.series_id = r.id and f.follower_id = ${viewer?.id ?? null}::uuid) as "isFollowing",
    p.shown, p.stories[1:${sql.lit(stories)}] as stories
  from series r join users u on u.id = r.author_id cross join lateral (
    select count(*) as shown, coalesce(array_agg(s.id order by m.position), '{}') as stories
    from series_stories m join stories s on s.id = m.story_id
    where m.series_id = r.id and ${isShownSeries(viewer)} and ${isShownTo(viewer)}) p
  where ${where}`;

export const findSeries = (db: Db, viewer: ListViewer, id: string): Promise<SeriesRow | undefined> =>
  firstRow<SeriesRow>(db)`${readSeries(viewer, seriesLimits.stories, sql`r.id = ${id}`)}`;

const shownOf = (authorId: string) => sql`r.author_id = ${authorId} and p.shown > 0`;

/** One page of an author's series that have stories for the viewer, last changed first. */
export const listSeriesOf = (
  db: Db,
  viewer: ListViewer,
  authorId: string,
  { page, limit }: { page: number; limit: number },
): Promise<SeriesRow[]> =>
  allRows<SeriesRow>(db)`${readSeries(viewer, seriesLimits.preview, shownOf(authorId))}
    order by r.updated_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`;

export const countSeriesOf = (db: Db, viewer: ListViewer, authorId: string): Promise<number> =>
  countRows(db, sql`from (${readSeries(viewer, 0, shownOf(authorId))}) r`);

/** The place of a story, which the viewer may open, among the stories of its series that lists show to them. */
export const findPlace = (db: Db, viewer: ListViewer, storyId: string): Promise<PlaceInSeries | undefined> =>
  firstRow<PlaceInSeries>(db)`
    with parts as (
      select r.id, r.name, s.id as story_id, row_number() over byposition as part,
        lag(json_build_object('_id', s.id, 'title', s.title, 'language', s.language)) over byposition as previous,
        lead(json_build_object('_id', s.id, 'title', s.title, 'language', s.language)) over byposition as next
      from series_stories mine join series r on r.id = mine.series_id and ${isShownSeries(viewer)}
        join series_stories m on m.series_id = r.id
        join stories s on s.id = m.story_id and (s.id = ${storyId} or ${isShownTo(viewer)})
      where mine.story_id = ${storyId}
      window byposition as (order by m.position))
    select id as "_id", name, part::int, previous, next from parts where story_id = ${storyId}`;

const ownPart = sql`json_build_object('_id', s.id, 'title', s.title, 'language', s.language, 'state',
  case when s.deleted_at is not null then 'trash' when s.is_published then 'published' else 'draft' end)`;

/** An author's series with all of their stories: one of them, or all by name. */
export const listOwn = (db: Db, authorId: string, id?: string): Promise<OwnSeries[]> =>
  allRows<OwnSeries>(db)`
    select r.id as "_id", r.name, r.description, r.version, ${withheld(authorId)} as withheld, coalesce((
      select json_agg(${ownPart} order by m.position)
      from series_stories m join stories s on s.id = m.story_id where m.series_id = r.id), '[]') as stories
    from series r where r.author_id = ${authorId} ${id === undefined ? sql`` : sql`and r.id = ${id}`}
    order by lower(r.name), r.id`;

/** An author's newest stories that are in no series. */
export const listOthers = (db: Db, authorId: string): Promise<OwnPart[]> =>
  allValues<OwnPart>(db)`
    select ${ownPart} as part from stories s
    where s.author_id = ${authorId} and s.deleted_at is null
      and not exists (select from series_stories m where m.story_id = s.id)
    order by s.id desc limit ${seriesLimits.others}`;

/** Undefined if the chosen id is in use. */
export const insertSeries = async (tx: Db, row: NewRow<'series'>): Promise<string | undefined> => {
  const inserted = await tx
    .insertInto('series')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
};

/** Whether this is a series of this author; undefined if there is none with this id. */
export const isSeriesOf = (tx: Db, id: string, authorId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(tx)`select author_id = ${authorId} from series where id = ${id}`;

export const countOwned = (db: Db, authorId: string) =>
  countRows(db, sql`from series where author_id = ${authorId}`);

export const updateSeries = (
  tx: Db,
  id: string,
  changes: { name?: string | undefined; description?: string | undefined; updated_at: Date },
) => tx.updateTable('series').set(changes).where('id', '=', id).execute();

/** Takes a series down, or with null no longer; false if it was so before. */
const takeDownSeries = (tx: Db, id: string, since: Date | null): Promise<boolean> =>
  hasRows(tx)`
    update series set taken_down_at = ${since}
    where id = ${id} and (taken_down_at is null) <> ${since === null} returning id`;

export const deleteSeries = (tx: Db, id: string) => tx.deleteFrom('series').where('id', '=', id).execute();

/** Those of these stories that are the author's, with the series that each is in. They are not erased until the commit. */
export const lockStories = (tx: Db, authorId: string, ids: string[]) =>
  allRows<{
    id: string;
    title: string;
    is_deleted: boolean;
    series_id: string | null;
    series: string | null;
  }>(tx)`
    select s.id, s.title, s.deleted_at is not null as is_deleted, r.id as series_id, r.name as series
    from stories s left join series_stories m on m.story_id = s.id left join series r on r.id = m.series_id
    where s.id = any(${ids}::uuid[]) and s.author_id = ${authorId} for key share of s`;

/** Replaces the stories of a series by these, in this order. */
export async function setStories(
  tx: Db,
  { id, author_id }: Pick<SeriesRow, 'id' | 'author_id'>,
  storyIds: string[],
  now: Date,
): Promise<void> {
  await execute(tx)`delete from series_stories where series_id = ${id}`;
  await execute(tx)`
    insert into series_stories (series_id, position, story_id, author_id)
    select ${id}, place, story_id, ${author_id}
    from unnest(${storyIds}::uuid[]) with ordinality as s (story_id, place)`;
  await execute(tx)`update series set version = version + 1, updated_at = ${now} where id = ${id}`;
}

/** Series with what their authors say of them; of a removed one, others see nothing but its stories. */
export const reportableSeries: ReportableKind = {
  kind: 'series',
  name: 'Series',
  find: (_ctx, db, id, viewerId) =>
    firstRow<ReportedThing>(db)`
      select r.author_id as "personId", r.name as title, concat_ws(E'\n', r.name, nullif(r.description, '')) as text,
        null as image, '' as context, '/series/' || r.id as link, null as "communityId"
      from series r where r.id = ${id} and ${
        viewerId === null
          ? sql`true`
          : sql`r.taken_down_at is null and exists (
              select from series_stories m join stories s on s.id = m.story_id
              where m.series_id = r.id and ${isPublicStory()})`
      }`,
  remove: async (ctx, tx, id) => ((await takeDownSeries(tx, id, ctx.clock.now())) ? {} : null),
  async restore(ctx, tx, id) {
    await takeDownSeries(tx, id, null);
    await followNewPartsOf(ctx, tx, { seriesId: id });
  },
};
