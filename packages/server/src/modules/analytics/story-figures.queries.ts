import { smallestGroup } from '@inkling/contract/analytics';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import type { Period } from './ranges.ts';
import { noChapter } from './views.queries.ts';

export interface StoryTotalsRow {
  views: number;
  likes: number;
  comments: number;
  saves: number;
  follows: number;
  ratings: number;
  readers: number;
  finished: number;
  robots: number;
  published: number;
}

/** What a story has had since it was created. */
export const findStoryTotals = (db: Db, storyId: string) =>
  firstRow<StoryTotalsRow>(db)`
    select s.published_chapters as published, n.views, n.likes, coalesce(k.comments, 0) as comments, coalesce(f.followers, 0) as follows,
      coalesce(r.ratings, 0) as ratings, coalesce(a.readers, 0) as readers, coalesce(a.finished, 0) as finished,
      (select count(*) from library_entries e
        where e.story_id = s.id and e.is_bookmarked and e.user_id <> s.author_id) as saves,
      (select coalesce(sum(d.robots), 0)::bigint from analytics_days d
        where d.story_id = s.id and d.chapter_id = ${noChapter}) as robots
    from stories s join story_counts n on n.story_id = s.id
    left join story_comment_counts k on k.story_id = s.id
    left join story_follow_counts f on f.story_id = s.id
    left join story_ratings r on r.story_id = s.id
    left join analytics_stories a on a.story_id = s.id
    where s.id = ${storyId}`;

/** Whether a story, or one of its chapters, has had enough readers to show more than totals. */
const hasEnoughReaders = (storyId: string, chapterId: string | null) =>
  chapterId === null
    ? sql`exists (select from analytics_stories where story_id = ${storyId} and readers >= ${smallestGroup})`
    : sql`exists (select from analytics_chapters
        where story_id = ${storyId} and chapter_id = ${chapterId} and readers >= ${smallestGroup})`;

export interface DayRow {
  day: string;
  views: number;
  readers: number;
  seconds: number;
  robots: number;
}

/** Every day of the period, of a story or one of its chapters; none below five readers. */
export const listDays = (db: Db, storyId: string, chapterId: string | null, { from, to }: Period) =>
  allRows<DayRow>(db)`
    select d::date::text as day, coalesce(a.views, 0) as views, coalesce(a.readers, 0) as readers,
      coalesce(a.seconds, 0) as seconds, coalesce(a.robots, 0) as robots
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') d
    left join analytics_days a on a.story_id = ${storyId} and a.chapter_id = ${chapterId ?? noChapter} and a.day = d::date
    where ${hasEnoughReaders(storyId, chapterId)} order by d`;

export interface ChapterRow {
  id: string;
  number: number | null;
  title: string;
  words: number;
  likes: number;
  comments: number;
  views: number;
  seconds: number;
  robots: number;
  readers: number;
  finished: number;
  reading_on: number;
  waiting: number;
  gone: number;
}

const chapters = sql`
  select c.id, c.published_number as number, c.title, c.word_count as words, c.likes, coalesce(k.shown, 0) as comments,
    coalesce(t.views, 0) as views, coalesce(t.seconds, 0) as seconds, coalesce(t.robots, 0) as robots,
    coalesce(a.readers, 0) as readers, coalesce(a.finished, 0) as finished, coalesce(a.reading_on, 0) as reading_on,
    coalesce(a.waiting, 0) as waiting, coalesce(a.gone, 0) as gone
  from chapters c
  left join lateral (select sum(views) as views, sum(seconds) as seconds, sum(robots) as robots
    from analytics_days d
    where d.story_id = c.story_id and d.chapter_id = c.id) t on true
  left join comment_counts k on k.subject_id = c.id
  left join analytics_chapters a on a.story_id = c.story_id and a.chapter_id = c.id`;

/** What published chapters of a story have had since they were created, in order: all, or a page. */
export const listChapters = (db: Db, storyId: string, page?: { limit: number; offset: number }) =>
  allRows<ChapterRow>(db)`
    ${chapters} where c.story_id = ${storyId} and c.is_published
    order by c.position limit ${page?.limit ?? null} offset ${page?.offset ?? 0}`;

/** The same of one chapter, also a draft. */
export const findChapterTotals = (db: Db, storyId: string, chapterId: string) =>
  firstRow<ChapterRow>(db)`${chapters} where c.story_id = ${storyId} and c.id = ${chapterId}`;

/** Where a chapter's readers stopped, by tenth; undefined below five readers. */
export const findStops = (db: Db, storyId: string, chapterId: string) =>
  firstRow<{ stops: number[]; readers: number }>(db)`
    select to_json(stops) as stops, readers from analytics_chapters
    where story_id = ${storyId} and chapter_id = ${chapterId} and readers >= ${smallestGroup}`;

/** The most versions that are compared, the newest. */
const maxVersions = 20;

export interface VersionRow {
  version: number;
  /** When it was saved. */
  created_at: Date;
  readers: number;
  finished: number;
}

/** Versions of a chapter that at least five read last, the newest first. */
export const listVersions = (db: Db, storyId: string, chapterId: string) =>
  allRows<VersionRow>(db)`
    select a.version, v.created_at, a.readers, a.finished
    from analytics_versions a join chapter_versions v using (story_id, chapter_id, version)
    where a.story_id = ${storyId} and a.chapter_id = ${chapterId} and a.readers >= ${smallestGroup}
    order by a.version desc limit ${maxVersions}`;

export interface DropOffRow extends Pick<ChapterRow, 'id' | 'number' | 'title' | 'gone'> {
  readers: number;
  /** Of all chapters, and of those with enough readers. */
  all_gone: number;
  all_waiting: number;
}

/** The published chapter that most readers left in; undefined if none has readers. */
export const findDropOff = (db: Db, storyId: string) =>
  firstRow<DropOffRow>(db)`
    select c.id, c.published_number as number, c.title, a.gone, of.readers, sum(a.gone) over () as all_gone,
      coalesce(sum(a.waiting) filter (where of.readers >= ${smallestGroup}) over (), 0) as all_waiting
    from analytics_chapters a join chapters c on c.id = a.chapter_id and c.is_published,
    lateral (select a.reading_on + a.waiting + a.gone as readers) of
    where a.story_id = ${storyId} order by a.gone desc, c.position limit 1`;

/** Sources beyond this number are one row. */
const maxSources = 100;

/** Views of the period by where they came from, most first; none below five readers. */
export const listSources = (db: Db, storyId: string, { from, to }: Period) =>
  allRows<{ source: string; views: number }>(db)`
    with sums as (
      select coalesce(nullif(source, ''), 'direct') as source, sum(views) as views,
        row_number() over (order by sum(views) desc) as place
      from analytics_day_sources
      where story_id = ${storyId} and day between ${from} and ${to} and ${hasEnoughReaders(storyId, null)} group by 1)
    select case when place > ${maxSources} then 'other' else source end as source, sum(views)::bigint as views
    from sums group by 1 order by views desc, source`;

export interface ReleaseRow {
  day: string;
  chapters: number;
  id: string;
  number: number | null;
  title: string;
}

/** The days of the period on which published chapters appeared, with the first chapter of each. */
export const listReleases = (db: Db, storyId: string, zone: string, { from, to }: Period) =>
  allRows<ReleaseRow>(db)`
    select distinct on (day) day::text as day, count(*) over (partition by day) as chapters, id, number, title from (
      select (c.published_at at time zone ${zone})::date as day, c.position, c.id, c.published_number as number, c.title
      from chapters c where c.story_id = ${storyId} and c.is_published
        and c.published_at between ${from}::date - 1 and ${to}::date + 2) released
    where day between ${from} and ${to} order by day, position`;

export interface AgeRow {
  week: number;
  /** Of the chapter; null before its week has begun. */
  views: number | null;
  /** Of the story's published chapters whose week is over, on average; null without one. */
  usual: number | null;
}

/** Views of published chapters in the twelve weeks after their publication; no row below five readers. */
export const listAges = (db: Db, storyId: string, chapterId: string | null, zone: string, today: string) =>
  allRows<AgeRow>(db)`
    with released as (
      select id, (published_at at time zone ${zone})::date as day from chapters
      where story_id = ${storyId} and is_published and published_at is not null),
    viewed as (
      select r.id, (d.day - r.day) / 7 + 1 as week, sum(d.views) as views
      from released r join analytics_days d on d.story_id = ${storyId} and d.chapter_id = r.id
        and d.day between r.day and r.day + 83
      group by 1, 2)
    select w as week,
      case when bool_or(r.id = ${chapterId}::uuid and r.day + 7 * (w - 1) <= ${today}::date)
        then coalesce(sum(v.views) filter (where r.id = ${chapterId}::uuid), 0)::bigint end as views,
      round(coalesce(sum(v.views) filter (where r.day + 7 * w <= ${today}::date), 0)
        / nullif(count(*) filter (where r.day + 7 * w <= ${today}::date), 0), 1)::float8 as usual
    from generate_series(1, 12) w
    left join released r on true left join viewed v on v.id = r.id and v.week = w
    where ${hasEnoughReaders(storyId, chapterId)} group by w order by w`;
