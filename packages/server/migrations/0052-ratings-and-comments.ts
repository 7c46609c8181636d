import { type Kysely, sql } from 'kysely';

/**
 * The counters and indexes of the lists by rating and by comments. Both stay empty until ratings and comments exist
 * (docs/product/lists.md#top-rated).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table site_rating (
      only_row boolean primary key default true check (only_row),
      -- the mean of all ratings, as of the last run of its job
      mean double precision not null check (mean between 1 and 5)
    )`.execute(db);
  await sql`insert into site_rating (mean) values (3)`.execute(db);
  await sql`
    alter table stories
      add column comments bigint not null default 0 check (comments >= 0),
      add column ratings bigint not null default 0 check (ratings >= 0),
      add column rating_sum bigint not null default 0,
      -- null without ratings
      add column rating_score double precision,
      add constraint stories_rating_sum check (rating_sum between ratings and 5 * ratings)`.execute(db);
  await sql`create function score_ratings() returns trigger language plpgsql as $$
    begin
      new.rating_score := case when new.ratings > 0
        then (new.rating_sum + 5 * (select mean from site_rating)) / (new.ratings + 5) end;
      return new;
    end $$`.execute(db);
  await sql`create trigger stories_rating_score before update of ratings, rating_sum on stories
    for each row execute function score_ratings()`.execute(db);
  // Each supports one list; only stories that are on it are in it.
  await sql`create index stories_by_rating on stories (rating_score desc, id desc)
    where is_published and deleted_at is null and ratings > 0`.execute(db);
  await sql`create index stories_by_comments on stories (comments desc, id desc)
    where is_published and deleted_at is null and comments > 0`.execute(db);
}
