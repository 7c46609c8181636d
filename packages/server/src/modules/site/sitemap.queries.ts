import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { isExcluded, isListedCollection } from '../collections/index.ts';
import { isIndexed } from '../communities/index.ts';
import { isShownTo } from '../stories/index.ts';
import { isPublicPerson } from '../users/index.ts';

export interface ListedPage {
  id: string;
  /** The page's path after that of its list. */
  name: string;
  changed: Date | null;
}

const stories = sql`select s.id, s.id::text as name, coalesce(s.last_updated, s.published_at) as changed
  from stories s where ${isShownTo(null)} and s.id`;
/** Authors of at least one story that visitors see. */
const people = sql`select u.id, u.username as name, null::timestamptz as changed
  from users u where u.role = 'author' and ${isPublicPerson('u')}
    and exists (select from stories s where s.author_id = u.id and ${isShownTo(null)}) and u.id`;
/** Public collections with at least one story that visitors see. */
const collections = sql`select c.id, c.id::text as name, c.updated_at as changed
  from collections c join users u on u.id = c.owner_id where ${isListedCollection()}
    and exists (select from collection_stories cs join stories s on s.id = cs.story_id
      where cs.collection_id = c.id and not ${isExcluded('cs')} and ${isShownTo(null)}) and c.id`;

/** Series with at least one story that visitors see. */
const series = sql`select r.id, r.id::text as name, r.updated_at as changed from series r
  where exists (select from series_stories m join stories s on s.id = m.story_id
    where m.series_id = r.id and ${isShownTo(null)}) and r.taken_down_at is null and r.id`;

/** Communities that search engines may list and that have posts. */
const communities = sql`select g.id, g.id::text as name, null::timestamptz as changed from communities g
  join community_counts n on n.community_id = g.id where n.posts > 0 and ${isIndexed} and g.id`;
/** Their posts, except those that are folded for visitors. */
const posts = sql`select p.id, p.community_id || '/posts/' || p.id as name, coalesce(p.edited_at, p.created_at) as changed
  from community_posts p join communities g on g.id = p.community_id
  where p.is_shown and p.chapter_id is null and ${isIndexed} and p.id`;

const lists = { stories, people, collections, series, communities, posts };
export type ListName = keyof typeof lists;
export const listNames = Object.keys(lists) as ListName[];

/** Up to `limit` public pages in the order of their ids; `from` an id, itself included, or after it. */
export const findPages = async (
  db: Db,
  list: ListName,
  start: { from: string } | { after: string },
  limit: number,
): Promise<ListedPage[]> => {
  const condition = 'from' in start ? sql`>= ${start.from}` : sql`> ${start.after}`;
  return allRows<ListedPage>(db)`${lists[list]} ${condition} order by id limit ${limit}`;
};

/** The id that follows `count` others, beginning with `from`; undefined if there are not so many. */
export const idAfter = async (
  db: Db,
  list: ListName,
  from: string,
  count: number,
): Promise<string | undefined> => {
  const row = await firstRow<{ id: string }>(db)`
    select id from (${lists[list]} >= ${from}) l order by id offset ${count} limit 1`;
  return row?.id;
};
