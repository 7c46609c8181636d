import { type Db, execute } from '../platform/db/db.ts';
import { scattered } from './bench-data.queries.ts';

/** Rates stories: everyone who has completed one that is not their own; a third with a review. */
export async function insertRatings(tx: Db, until: Date): Promise<void> {
  const [stars, thirds] = [
    scattered('e.story_id::text || e.user_id', 7),
    scattered('e.user_id::text || e.story_id', 3),
  ];
  await execute(tx)`
    insert into ratings (story_id, user_id, rating, review, progress, written_at, created_at, updated_at)
    select story_id, user_id, rating, review, 100, case when review is not null then at end, at, at
    from (
      select e.story_id, e.user_id, ${until}::timestamptz - random() * interval '90 days' as at,
        5 - least(4, ${stars})::smallint as rating, case when ${thirds} = 0 then left(s.description, 800) end as review
      from library_entries e join stories s on s.id = e.story_id
      where e.status = 'completed' and s.is_published and s.author_id <> e.user_id) r`;
  await execute(tx)`
    insert into story_ratings (story_id, stars_1, stars_2, stars_3, stars_4, stars_5, reviews, score)
    select story_id, count(*) filter (where rating = 1), count(*) filter (where rating = 2),
      count(*) filter (where rating = 3), count(*) filter (where rating = 4), count(*) filter (where rating = 5),
      count(review), (sum(rating) + 5 * (select mean from site_rating)) / (count(*) + 5)
    from ratings group by story_id`;
}
