import { pickStory } from '@inkling/contract/picks';
import { viewStory } from '@inkling/contract/stories';
import { type Kysely, sql } from 'kysely';
import { rankStories } from '../modules/rankings/index.ts';
import { refreshRatingScores } from '../modules/ratings/ratings.service.ts';
import { refreshGenreRankings } from '../modules/recommendations/index.ts';
import { indexAll } from '../modules/search/index.ts';
import { refreshTrending } from '../modules/stories/index.ts';
import type { Tables } from '../platform/db/tables.generated.ts';
import { firefox } from './request-of.ts';
import type { Person, TestApp } from './test-app.ts';

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

/**
 * Gives a published story what the lists with a condition ask for: activity, many views and likes, ratings, comments,
 * and a pick for each list. `admin` picks it, and a visitor views it; `isLong` gives it the words of a long story.
 */
export async function promote(
  site: TestApp,
  admin: Person,
  id: string,
  { isLong = false }: { isLong?: boolean } = {},
): Promise<void> {
  await site.as(null).call(viewStory, { params: { id }, body: {} }, { 'user-agent': firefox });
  await setCounts(site.ctx.db, id, { ratings: [4, 5], comments: 3, likes: 40, views: 400 });
  await sql`update stories set published_words = case when ${isLong} then 80000 else published_words end where id = ${id}`.execute(
    site.ctx.db,
  );
  for (const list of ['featured', 'editors-picks'] as const) {
    await site.as(admin).call(pickStory, { params: { list, id }, body: {} });
  }
}

/** Runs the jobs that lists and searches depend on. */
export async function refreshLists(site: TestApp): Promise<void> {
  await refreshTrending(site.ctx);
  await rankStories(site.ctx);
  await refreshRatingScores(site.ctx);
  await refreshGenreRankings(site.ctx);
  await indexAll(site.ctx);
}
