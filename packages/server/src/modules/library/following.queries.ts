import type { FollowingSort } from '@inkling/contract/library';
import type { Viewer } from '../../platform/context.ts';
import { allRows, countRows, type Db, sql, unseen } from '../../platform/db/db.ts';
import { type Reader, visibleTo } from '../chapters/index.ts';
import { countedStories, type ListedViewerState, stateJson } from '../stories/index.ts';
import { hasBegun, type Unread, unreadOf } from './unread.queries.ts';

export interface FollowedRow extends Unread {
  story: ListedViewerState;
  last_chapter: { id: string; title: string; number: number; published_at: string } | null;
  is_muted: boolean;
  is_begun: boolean;
  followed_at: Date;
}

/** Of so many stories, the latest updated ones, the chapters are counted to order by them; others come after these. */
const countedToOrder = 500;

const orders: Record<FollowingSort, ReturnType<typeof sql>> = {
  updated: sql`r.rank`,
  title: sql`lower(r.title), r.story_id`,
  unread: sql`unread desc, r.rank`,
};

/** The stories that a reader follows and may read. */
const followed = (reader: Reader) => sql`
  from story_follows f join stories s on s.id = f.story_id
  where f.follower_id = ${unseen(reader.id, 'uuid')} and ${visibleTo(reader, 'library').story}`;

const ownEntry = (readerId: string) =>
  sql`left join library_entries e on e.user_id = ${readerId} and e.story_id = s.id`;

/** One page of the stories that a reader follows, with what is unread of each, and how many there are. */
export const listFollowing = async (
  db: Db,
  reader: Reader & Viewer,
  { page, limit, sort }: { page: number; limit: number; sort: FollowingSort },
): Promise<{ rows: FollowedRow[]; total: number }> => {
  const unread = sql`case when r.rank <= ${countedToOrder} then (
    select u.unread from stories s ${ownEntry(reader.id)} cross join lateral ${unreadOf(reader)} u
    where s.id = r.story_id) else 0 end`;
  const rows = await allRows<FollowedRow & { total: number }>(db)`
    with ranked as materialized (
      select f.story_id, f.created_at, s.title, count(*) over () as total,
        row_number() over (order by s.last_updated desc nulls last, s.id) as rank ${followed(reader)}),
    found as materialized (
      select r.*, row_number() over (order by ${orders[sort]}) as place
      from (select r.*, ${sort === 'unread' ? unread : sql`0`} as unread from ranked r) r
      order by place limit ${limit} offset ${(page - 1) * limit})
    select ${stateJson(reader)} as story, left_over.*, found.created_at as followed_at, found.total,
      ${hasBegun(reader.id)} as is_begun,
      coalesce((select w.is_muted from chapter_news w where w.user_id = ${reader.id} and w.story_id = s.id), false)
        as is_muted,
      (select json_build_object('id', c.id, 'title', c.title, 'number', c.published_number, 'published_at', c.published_at)
        from chapters c where c.story_id = s.id and c.is_published and c.published_number = s.published_chapters)
        as last_chapter
    from found join ${countedStories} s on s.id = found.story_id ${ownEntry(reader.id)}
    cross join lateral ${unreadOf(reader)} left_over
    order by found.place`;
  const [first] = rows;
  if (first !== undefined || page === 1) return { rows, total: first?.total ?? 0 };
  return { rows, total: await countRows(db, followed(reader)) };
};
