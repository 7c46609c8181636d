import { allRows, type Db, execute, firstRow, type RawBuilder, sql } from '../../platform/db/db.ts';
import { finishedAt } from '../library/index.ts';

export interface OwnRow {
  hides_rewards: boolean;
  minutes_a_day: number | null;
  books_a_year: number | null;
}

export const findOwn = (db: Db, userId: string): Promise<OwnRow | undefined> =>
  firstRow<OwnRow>(db)`
    select u.hides_rewards, g.minutes_a_day, g.books_a_year
    from users u left join reading_goals g on g.user_id = u.id where u.id = ${userId}`;

/** The stories that the reader finished from one moment to before another. */
export const countBooks = async (db: Db, userId: string, from: Date, before: Date): Promise<number> => {
  const row = await firstRow<{ books: number }>(db)`
    select count(*) as books from library_entries e cross join lateral (select coalesce(${finishedAt}, e.status_at) as at) f
    where e.user_id = ${userId} and e.status = 'completed' and f.at >= ${from} and f.at < ${before}`;
  return row?.books ?? 0;
};

/** Quarters of an hour of one reader that are looked at; more than anyone begins sessions in, so nobody waits for long. */
const maxQuarters = 2000;

/** Seconds of the sessions since then by the quarter of an hour in which they began. */
export const listQuarters = (db: Db, userId: string, since: Date) =>
  allRows<{ at: Date; seconds: number }>(db)`
    select date_bin('15 minutes', started_at, timestamptz '2000-01-01 00:00:00Z') as at, sum(seconds) as seconds
    from reading_sessions where user_id = ${userId} and ended_at is not null and started_at >= ${since}
    group by 1 order by 1 desc limit ${maxQuarters}`;

export const saveGoal = (
  db: Db,
  userId: string,
  { minutesADay, booksAYear }: { minutesADay: number | null; booksAYear: number | null },
): Promise<void> =>
  execute(db)`
    insert into reading_goals (user_id, minutes_a_day, books_a_year) values (${userId}, ${minutesADay}, ${booksAYear})
    on conflict (user_id) do update set minutes_a_day = excluded.minutes_a_day, books_a_year = excluded.books_a_year`;

/** Readers below which no mean is told. */
const minReaders = 50;

export const findMeans = (db: Db) =>
  allRows<{ figure: 'readingSpeed' | 'booksCompleted' | 'consistency'; mean: number }>(db)`
    select figure, mean from reading_means where readers >= ${minReaders} and mean > 0`;

/**
 * Computes the means of the site's readers, those who read on some of the days from `firstDay` on: the speed of each since
 * then, the stories that they finished, and their days with reading. People who are not measured are left out.
 */
export const computeMeans = (db: Db, firstDay: string, speedSince: Date): Promise<void> =>
  execute(db)`
    with people as materialized (
      select id as user_id from users where is_measured and suspended_at is null and deletion_due_at is null),
    days as materialized (
      select user_id, count(*) as days from (
        select user_id, day from reading_days where day >= ${firstDay}::date and words > 0
        union
        select user_id, day from reading_session_days where day >= ${firstDay}::date and seconds >= 60) active
      join people using (user_id) group by user_id),
    books as (
      select days.user_id, (select count(*) from library_entries e where e.user_id = days.user_id and e.status = 'completed') as books
      from days),
    recent as materialized (
      select user_id, chapter_id, day, seconds, words from reading_sessions join people using (user_id)
      where ended_at is not null and seconds > 0 and started_at >= ${speedSince}),
    speeds as (
      select user_id, 60 * sum(r.words) / sum(r.seconds) as speed
      from recent r where (r.user_id, r.chapter_id, r.day) in (
        select f.user_id, f.chapter_id, f.day from recent f where f.words > 0)
      group by user_id)
    insert into reading_means (figure, readers, mean)
    select 'readingSpeed', count(*), coalesce(avg(speed), 0) from speeds
    union all select 'booksCompleted', count(*), coalesce(avg(books), 0) from books
    union all select 'consistency', count(*), coalesce(avg(days), 0) from days
    on conflict (figure) do update set readers = excluded.readers, mean = excluded.mean`;

export interface GenreShareRow {
  id: string;
  name: string;
  share: number;
}

/**
 * The genres a user reads most, with their share of the words read in percent. The words of a story are divided
 * equally among its genres.
 */
export const favoriteGenres = (db: Db, userId: string, limit: number): Promise<GenreShareRow[]> =>
  allRows<GenreShareRow>(db)`
    with read as (
      select p.story_id, sum(c.word_count * p.furthest) as words
      from reading_positions p join chapters c on c.id = p.chapter_id
      where p.user_id = ${userId} and p.is_timed and p.furthest > 0 group by p.story_id
      having sum(c.word_count * p.furthest) > 0),
    shared as (
      select sg.genre_id, read.words / count(*) over (partition by read.story_id) as words
      from read join story_genres sg on sg.story_id = read.story_id)
    select g.id, g.name, round(100 * sum(shared.words) / sum(sum(shared.words)) over ()) as share
    from shared join genres g on g.id = shared.genre_id
    group by g.id, g.name order by sum(shared.words) desc, g.id limit ${limit}`;

export interface DayRow {
  date: string;
  words: number;
  chapters: number;
  sessions: number;
  minutes: number;
  is_estimated: boolean;
}

/**
 * The reader's days with reading, in order. Minutes of days before their first session are estimated from their words
 * (docs/product/reading-sessions.md#minutes).
 */
export const readingDays = (
  userId: string,
  during: RawBuilder<unknown> = sql`true`,
): RawBuilder<DayRow> => sql<DayRow>`
  with first as materialized (
    select min(day) as day from reading_session_days where user_id = ${userId} and seconds > 0),
  read as (select day, words, chapters from reading_days where user_id = ${userId} and ${during}),
  timed as (select day, seconds, sessions from reading_session_days where user_id = ${userId} and ${during})
  select d.day::text as date, d.words, d.chapters, d.sessions,
    round(case when e.is_before then d.words / 200.0 else d.seconds / 60 end)::integer as minutes,
    e.is_before and d.words >= 100 as is_estimated
  from (
    select coalesce(read.day, timed.day) as day, coalesce(words, 0) as words, coalesce(chapters, 0) as chapters,
      coalesce(sessions, 0) as sessions, coalesce(seconds, 0) as seconds
    from read full join timed on timed.day = read.day) d
  cross join first cross join lateral (select first.day is null or d.day < first.day as is_before) e
  where d.words > 0 or d.seconds > 0
  order by d.day`;

export const listReadingDays = (db: Db, userId: string, from: string, to: string): Promise<DayRow[]> =>
  allRows<DayRow>(db)`${readingDays(userId, sql`day between ${from}::date and ${to}::date`)}`;
