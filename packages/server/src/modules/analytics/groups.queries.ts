import { fewestKnown, smallestGroup } from '@inkling/contract/analytics';
import { allValues, type Db, execute, sql } from '../../platform/db/db.ts';
import { noChapter } from './views.queries.ts';

/** Authors whose stories together have enough readers in a month for groups. */
export async function listAuthorsToGroup(db: Db, month: string): Promise<string[]> {
  return allValues<string>(db)`
    select s.author_id as id from analytics_periods p join stories s on s.id = p.story_id
    where p.period = 'month' and p.starts_on = ${month}::date
    group by 1 having sum(p.readers) >= ${fewestKnown} order by 1`;
}

/** To the nearest five. */
const rounded = (count: string) => sql`(5 * round(${sql.ref(count)} / 5.0))::bigint`;

/**
 * Counts the readers of an author's stories in a month by country and by device, each reader once, as they came last.
 * Stores only what may be shown (docs/product/author-dashboard.md#small-groups).
 */
export const groupReaders = (tx: Db, authorId: string, month: string, nextMonth: string): Promise<void> =>
  execute(tx)`
    with readers as materialized (
      select (array_agg(v.country order by v.at desc) filter (where v.country is not null))[1] as country,
        (array_agg(v.device order by v.at desc) filter (where v.device is not null))[1] as device
      from stories s join analytics_views v on v.story_id = s.id
      where s.author_id = ${authorId} and v.chapter_id <> ${noChapter}::uuid and v.is_member and not v.is_robot
        and v.day >= ${month}::date and v.day < ${nextMonth}::date
      group by v.viewer),
    counted as (
      select dimension, value, count(*) as readers, sum(count(*)) over (partition by dimension) as known
      from readers, lateral (values ('country', country), ('device', device)) of (dimension, value)
      where value is not null group by dimension, value),
    shown as materialized (
      select dimension, value, ${rounded('readers')} as readers, ${rounded('known')} as known
      from counted where known >= ${fewestKnown} and readers >= ${smallestGroup}),
    gone as (
      delete from analytics_groups g where g.author_id = ${authorId} and g.month = ${month}::date
        and not exists (select from shown where shown.dimension = g.dimension and shown.value = g.value))
    insert into analytics_groups as g (author_id, month, dimension, value, readers, known)
    select ${authorId}::uuid, ${month}::date, dimension, value, readers, known from shown order by dimension, value
    on conflict (author_id, month, dimension, value)
      do update set readers = excluded.readers, known = excluded.known`;
