import { type Kysely, sql } from 'kysely';

/** A story is also found by the names of its genres, so a change of either queues it for the index. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create function queue_genres_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, target)
        select distinct 'story', s.id from changed c join stories s on s.id = c.story_id
        where s.is_published and s.deleted_at is null;
      return null;
    end $$`.execute(db);
  await sql`create trigger story_genres_search_added after insert on story_genres
    referencing new table as changed for each statement execute function queue_genres_for_search()`.execute(
    db,
  );
  await sql`create trigger story_genres_search_removed after delete on story_genres
    referencing old table as changed for each statement execute function queue_genres_for_search()`.execute(
    db,
  );
  // A genre may have many stories; edits of single stories go first.
  await sql`create function queue_renamed_genre_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, target, is_backlog)
        select 'story', s.id, true from story_genres g join stories s on s.id = g.story_id
        where g.genre_id = new.id and s.is_published and s.deleted_at is null;
      return null;
    end $$`.execute(db);
  await sql`create trigger genres_search_renamed after update of name on genres
    for each row when (old.name is distinct from new.name)
    execute function queue_renamed_genre_for_search()`.execute(db);
  await sql`insert into search_queue (kind, target, is_backlog)
    select 'story', id, true from stories where is_published`.execute(db);
}
