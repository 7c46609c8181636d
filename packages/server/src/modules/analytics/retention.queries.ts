import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { holdsRight } from '../plans/index.ts';

/** Days without a visit after which a reader who has something newer to read is gone. */
const daysUntilGone = 30;

/** Queues a story, if it exists. */
export const queueStory = (tx: Db, storyId: string, since: Date): Promise<void> =>
  execute(tx)`
    insert into analytics_stories_due (story_id, since) values (${storyId}, ${since}::timestamptz)
    on conflict do nothing`;

/** Queues all stories that anyone has read: what is true of a reader also changes as days go by. */
export const queueRead = (db: Db, now: Date): Promise<void> =>
  execute(db)`
    insert into analytics_stories_due (story_id, since)
    select s.id, ${now}::timestamptz from stories s
    where s.deleted_at is null and exists (select from reading_positions p where p.story_id = s.id)
    order by s.id on conflict do nothing`;

/**
 * Takes stories that are due and counts their readers again (docs/product/story-analytics.md#retention); returns how many
 * stories. Must run in a transaction.
 */
export const countReaders = async (
  tx: Db,
  site: Pick<AppContext, 'config' | 'clock'>,
  limit: number,
): Promise<number> => {
  const now = site.clock.now();
  const due = await allRows<{ story_id: string }>(tx)`
    delete from analytics_stories_due where story_id in (
      select story_id from analytics_stories_due order by since limit ${limit} for update skip locked)
    returning story_id`;
  const ids = due.map(({ story_id }) => story_id).sort();
  // So that none of them is erased before its rows are inserted.
  await execute(tx)`select from stories where id = any(${ids}::uuid[]) order by id for key share`;
  await execute(tx)`delete from analytics_stories where story_id = any(${ids}::uuid[])`;
  await execute(tx)`delete from analytics_chapters where story_id = any(${ids}::uuid[])`;
  await execute(tx)`delete from analytics_versions where story_id = any(${ids}::uuid[])`;
  // An exclusive chapter does not count as newer for a reader who may not read it.
  await execute(tx)`
    with reads as materialized (
      select p.story_id, p.chapter_id, p.user_id, p.updated_at, p.furthest, c.published_number as number,
        p.furthest >= 99 and p.is_timed as finished, least(9, floor(p.furthest / 10)) as tenth, p.version,
        p.version <@ c.public_versions as is_known
      from reading_positions p
      join stories s on s.id = p.story_id and s.author_id <> p.user_id
      join users u on u.id = p.user_id and u.keeps_history and u.is_measured and not u.is_admin
      join chapters c on c.id = p.chapter_id and c.deleted_at is null
      where p.story_id = any(${ids}::uuid[])),
    newer as (
      select c.story_id, c.published_number as number, min(c.published_at) over later as at,
        min(c.published_at) filter (where not ${visibleTo(null, 'link').isWithheld}) over later as open_at
      from chapters c join stories s on s.id = c.story_id
      where c.story_id = any(${ids}::uuid[]) and c.is_published
      window later as (partition by c.story_id order by c.published_number rows between 1 following
        and unbounded following)),
    people as materialized (
      select r.story_id, r.user_id, max(r.number) as number,
        greatest(max(r.updated_at), max(e.last_read_at)) as visited_at,
        count(*) filter (where r.finished and r.number is not null) as finished
      from reads r left join library_entries e on e.user_id = r.user_id and e.story_id = r.story_id
      group by r.story_id, r.user_id),
    next as (
      select q.*, case when n.at is distinct from n.open_at and ${holdsRight(site, sql`q.user_id`, 'exclusiveChapters')}
        then n.at else n.open_at end as newer_at
      from people q left join newer n on n.story_id = q.story_id and n.number = q.number),
    ends as materialized (
      select *, case when newer_at is null then 'waiting'
        when greatest(visited_at, newer_at) <= ${now}::timestamptz - make_interval(days => ${daysUntilGone}) then 'gone'
        else 'reading_on' end as kind
      from next),
    stories_counted as (
      insert into analytics_stories (story_id, readers, finished, counted_at)
      select q.story_id, count(*), count(*) filter (where q.finished = s.published_chapters and q.finished > 0),
        ${now}::timestamptz
      from people q join stories s on s.id = q.story_id group by q.story_id),
    chapters_counted as (
      insert into analytics_chapters (story_id, chapter_id, readers, finished, reading_on, waiting, gone, stops)
      select r.story_id, r.chapter_id, count(*), count(*) filter (where r.finished),
        count(*) filter (where r.number < e.number or r.number = e.number and e.kind = 'reading_on'),
        count(*) filter (where r.number = e.number and e.kind = 'waiting'),
        count(*) filter (where r.number = e.number and e.kind = 'gone'),
        array[${sql.join(Array.from({ length: 10 }, (_, tenth) => sql`count(*) filter (where not r.finished and r.tenth = ${tenth})`))}]
      from reads r join ends e on e.story_id = r.story_id and e.user_id = r.user_id
      group by r.story_id, r.chapter_id)
    insert into analytics_versions (story_id, chapter_id, version, readers, finished)
    select story_id, chapter_id, version, count(*), count(*) filter (where finished)
    from reads where is_known group by 1, 2, 3`;
  return ids.length;
};
