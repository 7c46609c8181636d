-- See docs/product/chapters.md and volumes.md.

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
);

create table chapters (
  id uuid primary key default uuidv7(),
  story_id uuid not null references stories on delete cascade,
  -- 1..n without gaps among the chapters that are not deleted
  position integer check (position >= 1),
  -- the number that readers see: 1..n among the published ones; null for drafts
  published_number integer check (published_number >= 1),
  title text not null,
  author_notes text not null default '',
  is_published boolean not null default false,
  published_at timestamptz,
  word_count integer not null check (word_count >= 0),
  version integer not null default 1 check (version >= 1),
  -- the id that the next new paragraph gets; ids are never given twice
  next_paragraph integer not null default 1 check (next_paragraph >= 1),
  likes bigint not null default 0 check (likes >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  taken_down_at timestamptz,
  -- what the author is told
  takedown_reason text,
  -- how many published chapters stood before it when it was deleted
  deleted_after_number integer check (deleted_after_number >= 0),
  bytes integer not null generated always as (octet_length(title) + octet_length(author_notes) + 100) stored,
  -- The newest version that was current while the chapter was published.
  public_version integer check (public_version between 1 and version),
  -- Null: before the first volume.
  volume_id uuid,
  -- From then on it cannot be restored, and a job erases it. Equal to deleted_at once it is to be erased for good.
  erase_at timestamptz,
  was_published boolean not null default false,
  -- For a deleted chapter: its place among all chapters of the story, deleted ones included, from 1.
  deleted_order integer check (deleted_order >= 1),
  public_versions int4multirange not null default '{}',
  constraint chapters_position unique (story_id, position) deferrable initially deferred,
  constraint chapters_has_position check ((deleted_at is null) = (position is not null)),
  constraint chapters_published check (not is_published or (deleted_at is null and taken_down_at is null)),
  constraint chapters_takedown_reason check ((taken_down_at is null) = (takedown_reason is null)),
  constraint chapters_volume foreign key (story_id, volume_id) references volumes (story_id, id)
    on delete set null (volume_id),
  constraint chapters_erase_at check ((deleted_at is null) = (erase_at is null)),
  constraint chapters_was_published check (deleted_at is not null or not was_published),
  constraint chapters_deleted_order check (deleted_at is not null or deleted_order is null)
);
create index chapters_by_publication on chapters (story_id, published_at) where is_published;
-- Supports counting the chapters of a volume, and deleting it.
create index chapters_by_volume on chapters (story_id, volume_id);
-- Supports erasing what is due.
create index chapters_by_erase_at on chapters (erase_at) where deleted_at is not null;
create index chapters_deleted_by_story on chapters (story_id) where deleted_at is not null;

create table chapter_versions (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null references chapters on delete cascade,
  version integer not null check (version >= 1),
  content text not null,
  -- one id for each line of content that is not blank, in order
  paragraph_ids integer[] not null,
  word_count integer not null,
  created_at timestamptz not null,
  -- A row has costs of its own, so that a million versions of one letter are not free.
  bytes integer not null
    generated always as (octet_length(content) + 4 * cardinality(paragraph_ids) + 100 + coalesce(octet_length(title),
    0) + coalesce(octet_length(author_notes), 0) + coalesce(octet_length(name), 0)) stored,
  -- Names the session that saved it. Null: saved before this was noted, or imported.
  saved_by bytea,
  retained_share real not null default 1,
  title text,
  author_notes text,
  name text check (char_length(name) between 1 and 100),
  primary key (story_id, chapter_id, version)
);
create index chapter_versions_by_chapter on chapter_versions (chapter_id);

create table chapter_likes (
  chapter_id uuid not null references chapters on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (chapter_id, user_id)
);
create index chapter_likes_by_user on chapter_likes (user_id);

create table chapter_drafts (
  author_id uuid not null references users on delete cascade,
  story_id uuid not null references stories on delete cascade,
  title text not null,
  content text not null,
  author_notes text not null,
  is_published boolean not null,
  base_version integer,
  turn integer not null,
  updated_at timestamptz not null,
  bytes integer not null
    generated always as (octet_length(title) + octet_length(content) + octet_length(author_notes) + 100) stored,
  chapter_id uuid not null,
  -- chosen by the device
  device uuid not null,
  word_count integer not null default 0,
  primary key (author_id, story_id, chapter_id, device)
);
create index chapter_drafts_by_story on chapter_drafts (story_id);

-- Takes a fraction of the time of the default compression, where this PostgreSQL has it.
do $$
begin
  alter table chapter_versions alter column content set compression lz4;
  alter table chapter_drafts alter column content set compression lz4;
exception when feature_not_supported then
  null;
end $$;

create trigger chapters_bytes_added after insert on chapters referencing new table as changed for each statement
  execute function add_text_bytes();
create trigger chapter_versions_bytes_added after insert on chapter_versions referencing new table as changed
  for each statement execute function add_text_bytes();
create trigger chapter_drafts_bytes_added after insert on chapter_drafts referencing new table as changed
  for each statement execute function add_text_bytes();
-- Titles count in the text quota, as those of chapters do.
create trigger volumes_bytes_added after insert on volumes referencing new table as changed for each statement
  execute function add_text_bytes();

create trigger chapters_bytes_taken after delete on chapters referencing old table as changed for each statement
  execute function take_text_bytes();
create trigger chapter_versions_bytes_taken after delete on chapter_versions referencing old table as changed
  for each statement execute function take_text_bytes();
create trigger chapter_drafts_bytes_taken after delete on chapter_drafts referencing old table as changed
  for each statement execute function take_text_bytes();
create trigger volumes_bytes_taken after delete on volumes referencing old table as changed for each statement
  execute function take_text_bytes();

create trigger chapters_bytes_changed after update on chapters for each row when (old.bytes <> new.bytes)
  execute function change_text_bytes();
create trigger chapter_versions_bytes_changed after update on chapter_versions for each row
  when (old.bytes <> new.bytes) execute function change_text_bytes();
create trigger chapter_drafts_bytes_changed after update on chapter_drafts for each row when (old.bytes <> new.bytes)
  execute function change_text_bytes();
create trigger volumes_bytes_changed after update on volumes for each row when (old.bytes <> new.bytes)
  execute function change_text_bytes();

create function note_public_version() returns trigger language plpgsql as $$
begin
  new.public_version := new.version;
  if exists (select from stories s where s.id = new.story_id and s.is_published) then
    new.public_versions := new.public_versions + int4multirange(int4range(new.version, new.version, '[]'));
  end if;
  return new;
end $$;
create trigger chapters_public_version before insert or update of is_published, version on chapters for each row
  when (new.is_published) execute function note_public_version();

-- Once for all chapters of a statement. Without a join: PL/pgSQL keeps the plan of its first call, and after a change of
-- one chapter that was a nested loop, which for ten thousand chapters takes longer than a statement may.
create function bump_revisions_of_changed_chapters() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id in (
    select story_id from (
      (select story_id, id, title, author_notes, is_published, position, volume_id, version, deleted_at from
        rows_after except select story_id, id, title, author_notes, is_published, position, volume_id, version,
        deleted_at from rows_before)
      union all
      (select story_id, id, title, author_notes, is_published, position, volume_id, version, deleted_at from
        rows_before except select story_id, id, title, author_notes, is_published, position, volume_id, version,
        deleted_at from rows_after)) changed
    where is_published);
  return null;
end $$;
create trigger chapters_revision after update on chapters referencing old table as rows_before new table as rows_after
  for each statement execute function bump_revisions_of_changed_chapters();

create function bump_revisions_of_gone_chapters() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1
  where id in (select story_id from rows_before where is_published);
  return null;
end $$;
create trigger chapters_revision_gone after delete on chapters referencing old table as rows_before for each statement
  execute function bump_revisions_of_gone_chapters();

-- The volumes that readers see are part of the story.
create function bump_revisions_of_changed_volumes() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id in (
    select n.story_id from rows_after n join rows_before o using (id)
    where (o.title, o.position) is distinct from (n.title, n.position)
      and exists (select from chapters c
        where c.story_id = n.story_id and c.volume_id = n.id and c.is_published));
  return null;
end $$;
create trigger volumes_revision after update on volumes referencing old table as rows_before new table as rows_after
  for each statement execute function bump_revisions_of_changed_volumes();

-- The versions that readers can have seen: those that were current while the chapter and its story were published.
create function note_public_versions() returns trigger language plpgsql as $$
begin
  update chapters set public_versions = public_versions + int4multirange(int4range(version, version, '[]'))
  where story_id = new.id and is_published and not version <@ public_versions;
  return null;
end $$;
create trigger stories_public_versions after update of is_published on stories for each row
  when (new.is_published and not old.is_published) execute function note_public_versions();
