import { type Kysely, sql } from 'kysely';

/** How much text a story holds, which saves may replace one another, and how many chapters there may be (docs/product/chapters.md#versions and docs/product/stories.md#text-quota). */
export async function up(db: Kysely<never>): Promise<void> {
  await sizes(db);
  await counting(db);
  await publicVersions(db);
  await compression(db);
}

async function sizes(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chapter_versions
      -- A row has costs of its own, so that a million versions of one letter are not free.
      add column bytes integer not null
        generated always as (octet_length(content) + 4 * cardinality(paragraph_ids) + 100) stored,
      -- Names the session that saved it. Null: saved before this was noted, or imported.
      add column saved_by bytea`.execute(db);
  await sql`
    alter table chapter_drafts add column bytes integer not null
      generated always as (octet_length(title) + octet_length(content) + octet_length(author_notes) + 100) stored`.execute(
    db,
  );
  await sql`
    alter table chapters add column bytes integer not null
      generated always as (octet_length(title) + octet_length(author_notes) + 100) stored`.execute(db);
  await sql`
    alter table stories
      add column bytes integer not null
        generated always as (octet_length(title) + octet_length(description) + 100) stored,
      -- The bytes of its chapters, their versions and drafts; triggers keep it.
      add column text_bytes bigint not null default 0 check (text_bytes >= 0),
      add constraint stories_chapters_limit check (chapters <= 10000) not valid`.execute(db);
}

async function counting(db: Kysely<never>): Promise<void> {
  await sql`create function add_text_bytes() returns trigger language plpgsql as $$
    begin
      update stories s set text_bytes = s.text_bytes + n.bytes
      from (select story_id, sum(bytes) as bytes from changed group by story_id) n where s.id = n.story_id;
      return null;
    end $$`.execute(db);
  await sql`create function take_text_bytes() returns trigger language plpgsql as $$
    begin
      update stories s set text_bytes = s.text_bytes - n.bytes
      from (select story_id, sum(bytes) as bytes from changed group by story_id) n where s.id = n.story_id;
      return null;
    end $$`.execute(db);
  await sql`create function change_text_bytes() returns trigger language plpgsql as $$
    begin
      update stories set text_bytes = text_bytes + new.bytes - old.bytes where id = new.story_id;
      return null;
    end $$`.execute(db);
  for (const name of ['chapters', 'chapter_versions', 'chapter_drafts']) {
    const table = sql.table(name);
    await sql`create trigger ${sql.ref(`${name}_bytes_added`)} after insert on ${table}
      referencing new table as changed for each statement execute function add_text_bytes()`.execute(db);
    await sql`create trigger ${sql.ref(`${name}_bytes_taken`)} after delete on ${table}
      referencing old table as changed for each statement execute function take_text_bytes()`.execute(db);
    await sql`create trigger ${sql.ref(`${name}_bytes_changed`)} after update on ${table}
      for each row when (old.bytes <> new.bytes) execute function change_text_bytes()`.execute(db);
  }
  await sql`
    update stories s set text_bytes =
      coalesce((select sum(bytes) from chapters c where c.story_id = s.id), 0)
      + coalesce((select sum(bytes) from chapter_versions v where v.story_id = s.id), 0)
      + coalesce((select sum(bytes) from chapter_drafts d where d.story_id = s.id), 0)`.execute(db);
}

/** Readers' places point to versions that they saw: these never go as long as the chapter is there. */
async function publicVersions(db: Kysely<never>): Promise<void> {
  await sql`alter table chapters
    -- The newest version that was current while the chapter was published.
    add column public_version integer check (public_version between 1 and version)`.execute(db);
  await sql`update chapters set public_version = version where published_at is not null`.execute(db);
  await sql`create function note_public_version() returns trigger language plpgsql as $$
    begin
      new.public_version := new.version;
      return new;
    end $$`.execute(db);
  await sql`create trigger chapters_public_version before insert or update of is_published, version on chapters
    for each row when (new.is_published) execute function note_public_version()`.execute(db);
}

/** Long texts are compressed by PostgreSQL anyway; lz4 takes a fraction of the time where this PostgreSQL has it. */
async function compression(db: Kysely<never>): Promise<void> {
  await sql`do $$
    begin
      alter table chapter_versions alter column content set compression lz4;
      alter table chapter_drafts alter column content set compression lz4;
    exception when feature_not_supported then
      null;
    end $$`.execute(db);
}
