import { type Kysely, sql } from 'kysely';

const maxPerStory = 10_000;
const maxMegabytes = 64;

/**
 * Counts annotations as before, but one after the other for a person, so that parallel requests in different stories
 * cannot exceed the person's space together.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create or replace function count_annotation() returns trigger language plpgsql as $$
    declare
      more_highlights integer := (new.kind = 'highlight' and new.deleted_at is null)::integer
        - coalesce((old.kind = 'highlight' and old.deleted_at is null)::integer, 0);
      more_bookmarks integer := (new.kind = 'bookmark' and new.deleted_at is null)::integer
        - coalesce((old.kind = 'bookmark' and old.deleted_at is null)::integer, 0);
      more_bytes integer := new.bytes - coalesce(old.bytes, 0);
      present bigint;
    begin
      if more_bytes > 0 then
        -- Before the row of the story, so that two transactions cannot deadlock; the sum below includes all committed ones.
        perform pg_advisory_xact_lock(hashtextextended('annotations', 0) # hashtextextended(new.user_id::text, 0));
      end if;
      insert into annotated_stories as n (user_id, story_id, highlights, bookmarks, bytes)
      values (new.user_id, new.story_id, greatest(0, more_highlights), greatest(0, more_bookmarks), greatest(0, more_bytes))
      on conflict (user_id, story_id) do update set
        highlights = n.highlights + more_highlights, bookmarks = n.bookmarks + more_bookmarks,
        bytes = n.bytes + more_bytes, revision = nextval('annotation_revisions')
      returning highlights + bookmarks into present;
      if more_highlights + more_bookmarks > 0 and present > ${sql.lit(maxPerStory)} then
        raise exception 'You can have at most 10,000 highlights and bookmarks in one story. Delete some to add others.'
          using errcode = 'IK413';
      end if;
      if more_bytes > 0 and (select sum(bytes) from annotated_stories where user_id = new.user_id)
          > ${sql.lit(maxMegabytes * 1024 * 1024)} then
        raise exception 'Your highlights and bookmarks have reached ${sql.raw(String(maxMegabytes))} MB, which is all that one account may store. Delete some to add others.'
          using errcode = 'IK413';
      end if;
      return null;
    end $$`.execute(db);
}
