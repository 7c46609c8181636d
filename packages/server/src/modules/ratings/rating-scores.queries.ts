import type { CountedTable } from '../../platform/db/counted-table.ts';
import { type Db, firstRow, hasRows, type RawBuilder, sql } from '../../platform/db/db.ts';
import type { RatingCounts } from './story-state.queries.ts';

/** The score of a story's ratings with the stored mean of the site; null without ratings (docs/product/lists.md#top-rated). */
const scoreOf = (ratings: ReturnType<typeof sql>, sum: ReturnType<typeof sql>) => sql`
  case when ${ratings} > 0 then (${sum} + 5 * (select mean from site_rating)) / (${ratings} + 5) end`;

/** Creates the row that counts a story's ratings. */
export const insertCounts = (tx: Db, storyId: string) =>
  sql`insert into story_ratings (story_id) values (${storyId}) on conflict do nothing`.execute(tx);

/**
 * Counts what a statement does to a story's rating, also when nothing but its text changes; it returns `rating`, `review`,
 * `old_rating` and `old_review`. Returns its row and the story's new counts; undefined if it changes nothing.
 */
export const countChange = async <Row>(
  tx: Db,
  storyId: string,
  change: RawBuilder<Row>,
  emitted?: RawBuilder<unknown>,
): Promise<(Row & RatingCounts) | undefined> => {
  const stars = [1, 2, 3, 4, 5].map((count) => {
    const [column, is] = [sql.ref(`stars_${count}`), sql`is not distinct from ${sql.lit(count)}`];
    return sql`${column} = ${column} + (c.rating ${is})::int - (c.old_rating ${is})::int`;
  });
  return firstRow<Row & RatingCounts>(tx)`
    with changed as (${change}) ${emitted === undefined ? sql`` : sql`, emitted as (${emitted})`},
    counted as (
      update story_ratings set ${sql.join(stars)},
        reviews = reviews + (c.review is not null)::int - (c.old_review is not null)::int,
        score = ${scoreOf(
          sql`(ratings + (c.rating is not null)::int - (c.old_rating is not null)::int)`,
          sql`(rating_sum + coalesce(c.rating, 0) - coalesce(c.old_rating, 0))`,
        )}
      from changed c where story_id = ${storyId}
      returning reviews, json_build_array(stars_1, stars_2, stars_3, stars_4, stars_5) as counts)
    select * from changed, counted`;
};

/** Deletes all of a person's ratings and marks of helpful reviews, and removes them from the counts. */
export const removeRatingsOf = async (tx: Db, userId: string): Promise<void> => {
  // In the order in which a single rating or mark takes these locks.
  await sql`
    select from ratings where user_id = ${userId}
      or id in (select rating_id from review_votes where user_id = ${userId})
    order by story_id, user_id for update`.execute(tx);
  await sql`
    select from story_ratings where story_id in (select story_id from ratings where user_id = ${userId})
    order by story_id for no key update`.execute(tx);
  await sql`
    with removed as (delete from review_votes where user_id = ${userId} returning rating_id)
    update ratings set helpful = helpful - 1 where id in (select rating_id from removed)`.execute(tx);
  await sql`
    with removed as (delete from ratings where user_id = ${userId} returning story_id, rating, review)
    update story_ratings r set
      ${sql.join(
        [1, 2, 3, 4, 5].map((count) => {
          const column = sql.ref(`stars_${count}`);
          return sql`${column} = ${column} - (removed.rating = ${sql.lit(count)})::integer`;
        }),
      )},
      reviews = reviews - (removed.review is not null)::integer,
      score = ${scoreOf(sql`(ratings - 1)`, sql`(rating_sum - removed.rating)`)}
    from removed where r.story_id = removed.story_id`.execute(tx);
};

/**
 * Stores the mean of all ratings, and returns whether it has changed. Between most runs it moves by less than a thousandth
 * of a star, too little to be worth the writes.
 */
export const updateSiteRating = (db: Db): Promise<boolean> =>
  hasRows(db)`
    update site_rating r set mean = now.mean
    from (
      select sum(rated.rating_sum)::double precision / nullif(sum(rated.ratings), 0) as mean
      from story_ratings rated join stories s on s.id = rated.story_id
      where s.is_published and s.deleted_at is null) now
    where now.mean is not null and abs(now.mean - r.mean) > 0.001`;

/** Computes the scores of up to `max` stories with the stored mean; returns the last id, or null at the end. */
export const rescoreRatings = async (db: Db, after: string | null, max: number): Promise<string | null> => {
  const { rows } = await sql<{ story_id: string }>`
    with rated as (
      select story_id from story_ratings
      where ratings > 0 and (${after}::uuid is null or story_id > ${after}::uuid)
      order by story_id limit ${max} for no key update)
    update story_ratings r set score = ${scoreOf(sql`r.ratings`, sql`r.rating_sum`)}
    from rated where r.story_id = rated.story_id returning r.story_id`.execute(db);
  return (
    rows
      .map(({ story_id }) => story_id)
      .toSorted()
      .at(-1) ?? null
  );
};

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'ratings',
    key: { story_id: 'uuid', user_id: 'uuid' },
    counted: [
      { columns: ['helpful'], is: sql`select count(*) from review_votes v where v.rating_id = t.id` },
    ],
  },
  {
    table: 'story_ratings',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5', 'reviews'],
        is: sql`select count(*) filter (where rating = 1), count(*) filter (where rating = 2),
          count(*) filter (where rating = 3), count(*) filter (where rating = 4),
          count(*) filter (where rating = 5), count(review)
          from ratings r where r.story_id = t.story_id`,
      },
    ],
    rows: { key: ['story_id'], from: sql`ratings` },
  },
];
