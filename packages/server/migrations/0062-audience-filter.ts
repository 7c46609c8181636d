import { type Kysely, sql } from 'kysely';

/** Lists can be filtered by audience, whose value is among a story's filter keys. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create or replace function set_story_filter_keys() returns trigger language plpgsql as $$
    begin
      new.filter_keys := array['language:' || lower(split_part(new.language, '-', 1)),
          'status:' || case when new.published_chapters = 0 then 'coming_soon' else new.status end,
          'audience:' || new.audience]
        || array(select 'genre:' || g.genre_id from story_genres g where g.story_id = new.id order by g.position)
        || array(select 'tag:' || key from unnest(new.tag_keys) key)
        || array(select 'warning:' || warning from unnest(new.content_warnings) warning);
      return new;
    end $$`.execute(db);
  await sql`drop trigger stories_filter_keys on stories`.execute(db);
  // Every change of a story's genres raises its revision.
  await sql`create trigger stories_filter_keys before insert or update of language, status, published_chapters, audience,
      tag_keys, content_warnings, revision on stories
    for each row execute function set_story_filter_keys()`.execute(db);
  await sql`update stories set revision = revision`.execute(db);
}
