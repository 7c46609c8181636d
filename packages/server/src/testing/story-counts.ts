import { type Kysely, sql } from 'kysely';
import type { Tables } from '../platform/db/tables.ts';

interface Counts {
  views?: number;
  likes?: number;
  comments?: number;
  /** Ratings in stars. The job that computes the scores must run after this. */
  ratings?: number[];
}

/** Sets counts of a story, without the rows that they count. */
export async function setCounts(
  db: Kysely<Tables>,
  id: string,
  { views, likes, comments, ratings }: Counts,
): Promise<void> {
  await sql`
    update story_counts set views = coalesce(${views ?? null}::bigint, views),
      likes = coalesce(${likes ?? null}::bigint, likes) where story_id = ${id}`.execute(db);
  if (comments !== undefined) {
    await sql`
      insert into story_comment_counts (story_id, comments) values (${id}, ${comments})
      on conflict (story_id) do update set comments = excluded.comments`.execute(db);
  }
  if (ratings === undefined || ratings.length === 0) return;
  const stars = [1, 2, 3, 4, 5].map((count) => ratings.filter((rating) => rating === count).length);
  await sql`
    insert into story_ratings (story_id, stars_1, stars_2, stars_3, stars_4, stars_5, score)
    values (${id}, ${sql.join(stars)}, (select mean from site_rating))
    on conflict (story_id) do update set stars_1 = excluded.stars_1, stars_2 = excluded.stars_2,
      stars_3 = excluded.stars_3, stars_4 = excluded.stars_4, stars_5 = excluded.stars_5`.execute(db);
}

/** Adds what belongs to stories that a test has inserted or changed without the calls. */
export async function completeStories(db: Kysely<Tables>): Promise<void> {
  await sql`insert into story_counts (story_id) select id from stories on conflict do nothing`.execute(db);
  await sql`delete from story_languages`.execute(db);
  await sql`
    insert into story_languages (language, stories, mature)
    select lower(split_part(language, '-', 1)), count(*) filter (where audience <> 'mature'),
      count(*) filter (where audience = 'mature')
    from stories where is_published and deleted_at is null group by 1`.execute(db);
  await sql`delete from tags`.execute(db);
  await sql`
    insert into tags (key, name, stories, mature_stories)
    select key, min(name), count(*) filter (where audience <> 'mature'), count(*) filter (where audience = 'mature')
    from stories, unnest(tag_keys, tags) as u (key, name)
    where is_published and deleted_at is null group by 1`.execute(db);
}
