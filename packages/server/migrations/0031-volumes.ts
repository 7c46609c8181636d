import { type Kysely, sql } from 'kysely';

/** Volumes: consecutive chapters of a story under a title (docs/product/volumes.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await volumes(db);
  await revisions(db);
}

async function volumes(db: Kysely<never>): Promise<void> {
  await sql`
    create table volumes (
      id uuid primary key default uuidv7(),
      story_id uuid not null references stories on delete cascade,
      position integer not null check (position between 1 and 200),
      title text not null,
      created_at timestamptz not null,
      bytes integer not null generated always as (octet_length(title) + 100) stored,
      constraint volumes_position unique (story_id, position) deferrable initially deferred,
      -- Referenced by chapters, so that a chapter's volume belongs to its story.
      constraint volumes_of_story unique (story_id, id)
    )`.execute(db);
  await sql`
    alter table chapters
      -- Null: before the first volume.
      add column volume_id uuid,
      add constraint chapters_volume foreign key (story_id, volume_id) references volumes (story_id, id)
        on delete set null (volume_id)`.execute(db);
  // Supports counting the chapters of a volume, and deleting it.
  await sql`create index chapters_by_volume on chapters (story_id, volume_id)`.execute(db);
  // Titles count in the text quota, as those of chapters do.
  await sql`create trigger volumes_bytes_added after insert on volumes
    referencing new table as changed for each statement execute function add_text_bytes()`.execute(db);
  await sql`create trigger volumes_bytes_taken after delete on volumes
    referencing old table as changed for each statement execute function take_text_bytes()`.execute(db);
  await sql`create trigger volumes_bytes_changed after update on volumes
    for each row when (old.bytes <> new.bytes) execute function change_text_bytes()`.execute(db);
}

const shown = ['title', 'author_notes', 'is_published', 'position', 'volume_id', 'version', 'deleted_at'];
const all = (row: string) => sql.raw(shown.map((column) => `${row}.${column}`).join(', '));

/** A published chapter's volume, and the title of a volume that readers see, are part of a story's revision. */
async function revisions(db: Kysely<never>): Promise<void> {
  await sql`create or replace function bump_revisions_of_changed_chapters() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id in (
        select n.story_id from rows_after n join rows_before o using (id)
        where (o.is_published or n.is_published) and (${all('o')}) is distinct from (${all('n')}));
      return null;
    end $$`.execute(db);
  await sql`create function bump_revisions_of_changed_volumes() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id in (
        select n.story_id from rows_after n join rows_before o using (id)
        where (o.title, o.position) is distinct from (n.title, n.position)
          and exists (select from chapters c
            where c.story_id = n.story_id and c.volume_id = n.id and c.is_published));
      return null;
    end $$`.execute(db);
  await sql`create trigger volumes_revision after update on volumes
    referencing old table as rows_before new table as rows_after
    for each statement execute function bump_revisions_of_changed_volumes()`.execute(db);
}
