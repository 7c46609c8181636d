import { type Db, execute, sql } from '../platform/db/db.ts';

/** The most ratings that the most viewed story gets. */
const manyRatings = 10_000;

/** A number from 0 that looks random, but is the same for the same text. */
const drawn = (text: string, below: number) =>
  sql`mod(abs(hashtextextended(${sql.raw(text)}, 0)), ${sql.lit(below)})`;

/** Columns of a rating by the person and of the story with these ids, both SQL; a third have a review. */
const ratingOf = (story: string, person: string) => sql`
  5 - least(4, ${drawn(`${story}::text || ${person}::text`, 7)})::smallint as rating,
  case when ${drawn(`${person}::text || ${story}::text`, 3)} = 0 then left(s.description, 800) end as review`;

/** Ratings of everyone who has completed a story that is not their own. */
const rateCompleted = (tx: Db, until: Date) =>
  sql`
    insert into ratings (story_id, user_id, rating, review, progress, written_at, created_at, updated_at)
    select story_id, user_id, rating, review, 100, case when review is not null then at end, at, at
    from (
      select e.story_id, e.user_id, ${until}::timestamptz - random() * interval '90 days' as at,
        ${ratingOf('e.story_id', 'e.user_id')}
      from library_entries e join stories s on s.id = e.story_id
      where e.status = 'completed' and s.is_published and s.author_id <> e.user_id) r`.execute(tx);

/** Ratings, all with a review, of the most viewed story by people who exist for this. */
const rateMostViewed = (tx: Db, until: Date, count: number) =>
  sql`
    with story as (select s.id, s.description from stories s join story_counts n on n.story_id = s.id
      where s.is_published order by n.views desc, s.id desc limit 1),
    people as (
      insert into users (username, username_key, created_at)
      select name, name, ${until}::timestamptz
      from (select 'reviewer_' || n as name from generate_series(1, ${count}::int) n) p
      returning id)
    insert into ratings (story_id, user_id, rating, review, progress, written_at, created_at, updated_at)
    select story_id, user_id, rating, coalesce(review, left(description, 200)), 100, at, at, at
    from (
      select s.id as story_id, p.id as user_id, s.description,
        ${until}::timestamptz - random() * interval '90 days' as at, ${ratingOf('s.id', 'p.id')}
      from story s cross join people p) r`.execute(tx);

/** Rates stories, one of them up to ten thousand times. */
export async function insertRatings(tx: Db, until: Date, stories: number): Promise<void> {
  await rateCompleted(tx, until);
  await rateMostViewed(tx, until, Math.min(manyRatings, 10 * stories));
  await execute(tx)`
    insert into story_ratings (story_id, stars_1, stars_2, stars_3, stars_4, stars_5, reviews, score)
    select story_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5),
      count(review), (sum(rating) + 5 * (select mean from site_rating)) / (count(*) + 5)
    from ratings group by story_id`;
}
