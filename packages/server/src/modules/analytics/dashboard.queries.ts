import { type AuthorActivity, smallestGroup } from '@inkling/contract/analytics';
import { allRows, type Db, firstRow, type RawBuilder, sql } from '../../platform/db/db.ts';
import type { Period, Range } from './ranges.ts';
import { noChapter } from './views.queries.ts';

/** The stories of an author, drafts included, without those in the trash. */
const storiesOf = (authorId: string) => sql`
  select id, author_id, title, cover_image from stories where author_id = ${authorId} and deleted_at is null`;

interface GroupRow {
  month: string;
  dimension: 'country' | 'device';
  value: string;
  readers: number;
  known: number;
}

export interface AuthorRow {
  published: number;
  /** Of those, published before the range, and before its end. */
  published_before: number;
  published_until: number;
  views: number;
  followers: number;
  /** Of today's followers, those who came before the range, and before its end. */
  followers_before: number;
  followers_until: number;
  /** Of the latest month up to the range's end that has any. */
  groups: GroupRow[];
}

/** An author's totals; undefined for people who aren't authors or have no published story. */
export const findAuthor = (db: Db, authorId: string, { start, end, to }: Range) =>
  firstRow<AuthorRow>(db)`
    select counted.*, fans.*, u.followers_count as followers, coalesce((
      select json_agg(json_build_object('month', g.month, 'dimension', g.dimension, 'value', g.value,
        'readers', g.readers, 'known', g.known) order by g.readers desc, g.value)
      from analytics_groups g where g.author_id = u.id and g.month = (
        select max(month) from analytics_groups where author_id = u.id and month <= ${to}::date)), '[]') as groups
    from users u,
    lateral (
      select count(*) filter (where s.is_published) as published,
        count(*) filter (where s.is_published and s.published_at < ${start}) as published_before,
        count(*) filter (where s.is_published and s.published_at < ${end}) as published_until,
        sum(n.views)::bigint as views
      from stories s join story_counts n on n.story_id = s.id
      where s.author_id = u.id and s.deleted_at is null) counted,
    lateral (
      select count(*) filter (where f.created_at < ${start}) as followers_before,
        count(*) filter (where f.created_at < ${end}) as followers_until
      from follows f where f.followed_id = u.id and f.is_counted) fans
    where u.id = ${authorId} and u.role = 'author' and counted.published > 0`;

export interface StoryRow {
  id: string;
  title: string;
  cover_image: string | null;
  genres: { _id: string; name: string }[];
  views: number;
  likes: number;
  comments: number;
  /** Views, and likes, comments, ratings and saves by others, of all stories: of the range, and of the one before. */
  all_views: number;
  all_engaged: number;
  earlier_views: number;
  earlier_engaged: number;
}

/** How often something happened to the story `s` in two ranges, as `now` and `before`. */
const counted = (from: RawBuilder<unknown>, at: RawBuilder<unknown>, range: Range, before: Range) => sql`
  lateral (
    select count(*) filter (where ${at} >= ${range.start}) as now, count(*) filter (where ${at} < ${before.end}) as before
    ${from} and ${at} >= ${before.start} and ${at} < ${range.end})`;

/** The stories with most views in a range, each with the sums of all. */
export const listTopStories = (db: Db, authorId: string, range: Range, before: Range, limit: number) =>
  allRows<StoryRow>(db)`
    select top.*, coalesce((
      select json_agg(json_build_object('_id', g.id, 'name', g.name) order by sg.position)
      from story_genres sg join genres g on g.id = sg.genre_id where sg.story_id = top.id), '[]') as genres
    from (
      select s.id, s.title, s.cover_image, v.now as views, l.now as likes, c.now as comments,
        sum(v.now) over () as all_views, sum(v.before) over () as earlier_views,
        (sum(l.now + c.now + r.now + b.now) over ())::bigint as all_engaged,
        (sum(l.before + c.before + r.before + b.before) over ())::bigint as earlier_engaged
      from (${storiesOf(authorId)}) s,
      lateral (
        select coalesce(sum(d.views) filter (where d.day >= ${range.from}::date), 0) as now,
          coalesce(sum(d.views) filter (where d.day <= ${before.to}::date), 0) as before
        from analytics_days d where d.story_id = s.id and d.chapter_id = ${noChapter}::uuid
          and d.day between ${before.from}::date and ${range.to}::date) v,
      ${counted(sql`from story_likes x where x.story_id = s.id and x.user_id <> s.author_id`, sql`x.created_at`, range, before)} l,
      ${counted(sql`from comments x where x.root_id = s.id and x.is_shown and x.user_id <> s.author_id`, sql`x.created_at`, range, before)} c,
      ${counted(sql`from ratings x where x.story_id = s.id and x.user_id <> s.author_id`, sql`x.created_at`, range, before)} r,
      ${counted(sql`from library_entries x where x.story_id = s.id and x.is_bookmarked and x.user_id <> s.author_id`, sql`x.bookmarked_at`, range, before)} b
      order by v.now desc, s.id desc limit ${limit}) top
    order by top.views desc, top.id desc`;

export interface PeriodRow {
  period: 'day' | 'week' | 'month';
  starts_on: string;
  /** 0 for weeks and months, whose views are those of their days. */
  views: number;
  readers: number;
  robots: number;
}

/**
 * An author's figures by day, in order, and their readers by week and month. Readers of stories with fewer than five are
 * left out.
 */
export const listPeriods = (db: Db, authorId: string, { from, to }: Period) =>
  allRows<PeriodRow>(db)`
    with mine as (
      select s.id, coalesce(a.readers >= ${smallestGroup}, false) as has_readers
      from (${storiesOf(authorId)}) s left join analytics_stories a on a.story_id = s.id)
    select 'day' as period, d.day::text as starts_on, sum(d.views) as views,
      coalesce(sum(d.readers) filter (where has_readers), 0) as readers, sum(d.robots) as robots
    from mine join analytics_days d on d.story_id = mine.id and d.chapter_id = ${noChapter}::uuid
      and d.day between ${from}::date and ${to}::date
    group by d.day
    union all
    select p.period, p.starts_on::text, 0, sum(p.readers), 0
    from mine join analytics_periods p on p.story_id = mine.id and p.starts_on between ${from}::date and ${to}::date
    where has_readers group by p.period, p.starts_on
    order by 1, 2`;

export interface ActivityRow {
  kind: AuthorActivity['icon'];
  story: AuthorActivity['story'];
  count: number;
  at: Date;
}

/** What others did since a moment, by kind and story, the latest first. */
export const listActivity = (db: Db, authorId: string, since: Date, limit: number) =>
  allRows<ActivityRow>(db)`
    with mine as (${storiesOf(authorId)}),
    done as (
      select 'like' as kind, s.id, x.created_at as at
      from mine s join story_likes x on x.story_id = s.id and x.user_id <> s.author_id and x.created_at > ${since}
      union all
      select 'comment', s.id, x.created_at
      from mine s join comments x on x.root_id = s.id and x.user_id <> s.author_id and x.created_at > ${since} and x.is_shown
      union all
      select 'rating', s.id, x.created_at
      from mine s join ratings x on x.story_id = s.id and x.user_id <> s.author_id and x.created_at > ${since}
      union all
      select 'save', s.id, x.bookmarked_at
      from mine s join library_entries x on x.story_id = s.id and x.user_id <> s.author_id and x.is_bookmarked
        and x.bookmarked_at > ${since}
      union all
      select 'story_follow', s.id, x.created_at
      from mine s join story_follows x on x.story_id = s.id and x.is_counted and x.created_at > ${since}
      union all
      select 'follow', null, x.created_at
      from follows x where x.followed_id = ${authorId} and x.is_counted and x.created_at > ${since})
    select d.kind, count(*) as count, max(d.at) as at,
      case when d.id is null then null else json_build_object('_id', d.id, 'title', max(s.title)) end as story
    from done d left join mine s on s.id = d.id
    group by d.kind, d.id order by max(d.at) desc, d.kind limit ${limit}`;
