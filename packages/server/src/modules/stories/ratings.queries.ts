import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/**
 * Stores the mean of all ratings, and returns whether it has changed. Between most runs it moves by less than a thousandth
 * of a star, too little to be worth the writes.
 */
export const updateSiteRating = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`
    update site_rating r set mean = now.mean
    from (
      select sum(rating_sum)::double precision / nullif(sum(ratings), 0) as mean from stories s
      where s.is_published and s.deleted_at is null and s.ratings > 0) now
    where now.mean is not null and abs(now.mean - r.mean) > 0.001 returning 1`.execute(db);
  return rows.length > 0;
};

/** Computes the scores of up to `max` rated stories with the stored mean; returns the last id, or null at the end. */
export const rescoreRatings = async (db: Db, after: string | null, max: number): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    with rated as (
      select s.id from stories s
      where s.is_published and s.deleted_at is null and s.ratings > 0 and (${after}::uuid is null or s.id > ${after}::uuid)
      order by s.id limit ${max} for update)
    update stories s set ratings = s.ratings from rated where s.id = rated.id returning s.id`.execute(db);
  return (
    rows
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? null
  );
};
