import { type Kysely, sql } from 'kysely';

/**
 * Which versions of a chapter were current while it and its story were published: only these can readers have seen
 * (docs/product/comments.md#passages).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table chapters add column public_versions int4multirange not null default '{}'`.execute(db);
  // Nothing shows whether they were withdrawn in between, so all versions since the first publication count.
  await sql`
    update chapters c set public_versions = int4multirange(int4range(coalesce((
      select max(v.version) from chapter_versions v
      where v.story_id = c.story_id and v.chapter_id = c.id and v.version <= c.public_version
        and v.created_at <= greatest(c.published_at, s.published_at)), 1), c.public_version, '[]'))
    from stories s where s.id = c.story_id and s.published_at is not null and c.public_version is not null`.execute(
    db,
  );
  await sql`create or replace function note_public_version() returns trigger language plpgsql as $$
    begin
      new.public_version := new.version;
      if exists (select from stories s where s.id = new.story_id and s.is_published) then
        new.public_versions := new.public_versions + int4multirange(int4range(new.version, new.version, '[]'));
      end if;
      return new;
    end $$`.execute(db);
  await sql`create function note_public_versions() returns trigger language plpgsql as $$
    begin
      update chapters set public_versions = public_versions + int4multirange(int4range(version, version, '[]'))
      where story_id = new.id and is_published and not version <@ public_versions;
      return null;
    end $$`.execute(db);
  await sql`create trigger stories_public_versions after update of is_published on stories
    for each row when (new.is_published and not old.is_published) execute function note_public_versions()`.execute(
    db,
  );
}
