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
  end_notes text not null default '',
  is_published boolean not null default false,
  published_at timestamptz,
  -- when it was news to followers; null for a draft, and for a chapter that was published without an announcement
  announced_at timestamptz,
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
  -- Both are for the author alone.
  stage text not null default 'draft' check (stage in ('idea', 'draft', 'revised')),
  private_note text not null default '' check (char_length(private_note) <= 2000),
  bytes integer not null
    generated always as (octet_length(title) + octet_length(author_notes) + octet_length(end_notes)
      + octet_length(private_note) + 100) stored,
  -- the newest version that was current while the chapter was published
  public_version integer check (public_version between 1 and version),
  -- Null: before the first volume.
  volume_id uuid,
  -- From then on it cannot be restored, and a job erases it. Equal to deleted_at once it is to be erased for good.
  erase_at timestamptz,
  was_published boolean not null default false,
  -- whether it was exclusive when it was deleted
  was_exclusive boolean not null default false,
  -- For a deleted chapter: its place among all chapters of the story, deleted ones included, from 1.
  deleted_order integer check (deleted_order >= 1),
  -- the versions that were current while the chapter and its story were published
  public_versions int4multirange not null default '{}',
  -- Referenced by what belongs to a chapter, and so to its story.
  constraint chapters_of_story unique (story_id, id),
  constraint chapters_position unique (story_id, position) deferrable initially deferred,
  constraint chapters_has_position check ((deleted_at is null) = (position is not null)),
  constraint chapters_published check (not is_published or (deleted_at is null and taken_down_at is null)),
  constraint chapters_takedown_reason check ((taken_down_at is null) = (takedown_reason is null)),
  constraint chapters_volume foreign key (story_id, volume_id) references volumes (story_id, id)
    on delete set null (volume_id),
  constraint chapters_erase_at check ((deleted_at is null) = (erase_at is null)),
  constraint chapters_was_published check (deleted_at is not null or not (was_published or was_exclusive)),
  constraint chapters_deleted_order check (deleted_at is not null or deleted_order is null)
);
-- Supports the list of takedowns.
create index chapters_by_takedown on chapters (taken_down_at) where taken_down_at is not null;
create index chapters_by_publication on chapters (story_id, published_at) where is_published;
-- Supports counting the chapters of a volume, and deleting it.
create index chapters_by_volume on chapters (story_id, volume_id);
-- Supports erasing what is due.
create index chapters_by_erase_at on chapters (erase_at) where deleted_at is not null;
create index chapters_deleted_by_story on chapters (story_id) where deleted_at is not null;

create table chapter_versions (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  version integer not null check (version >= 1),
  content text not null,
  -- one id for each line of content that is not blank, in order
  paragraph_ids integer[] not null,
  word_count integer not null,
  created_at timestamptz not null,
  -- A row has costs of its own, so that a million versions of one letter are not free.
  bytes integer not null
    generated always as (octet_length(content) + 4 * cardinality(paragraph_ids) + 100 + coalesce(octet_length(title),
    0) + coalesce(octet_length(author_notes), 0) + coalesce(octet_length(end_notes), 0)
    + coalesce(octet_length(name), 0)) stored,
  -- Names the session that saved it. Null: saved before this was noted, or imported.
  saved_by bytea,
  retained_share real not null default 1,
  title text,
  author_notes text,
  end_notes text,
  name text check (char_length(name) between 1 and 100),
  -- With the size, so that adding up an author's texts reads the index alone.
  primary key (story_id, chapter_id, version) include (bytes),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
create index chapter_versions_by_chapter on chapter_versions (chapter_id);

-- One row. Numbers of new versions are at least this; a restore raises it above those that the backup lacks, so that a
-- browser's text of a lost version is never taken for the new version of its number.
create table chapter_numbering (
  single boolean primary key default true check (single),
  min_version integer not null default 1 check (min_version >= 1)
);
insert into chapter_numbering default values;

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
  end_notes text not null default '',
  is_published boolean not null,
  base_version integer,
  -- when it was typed, by the device's clock, which must not be ahead
  updated_at timestamptz not null,
  bytes integer not null
    generated always as (octet_length(title) + octet_length(content) + octet_length(author_notes)
      + octet_length(end_notes) + 100) stored,
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

-- Once for all chapters of a statement. Without a join: PL/pgSQL keeps the plan of its first call, and after a change of
-- one chapter that was a nested loop, which for ten thousand chapters takes longer than a statement may.
create function bump_revisions_of_changed_chapters() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id in (
    select story_id from (
      (select story_id, id, title, author_notes, end_notes, is_published, position, volume_id, version, deleted_at from
        rows_after except select story_id, id, title, author_notes, end_notes, is_published, position, volume_id, version,
        deleted_at from rows_before)
      union all
      (select story_id, id, title, author_notes, end_notes, is_published, position, volume_id, version, deleted_at from
        rows_before except select story_id, id, title, author_notes, end_notes, is_published, position, volume_id,
        version, deleted_at from rows_after)) changed
    where is_published);
  return null;
end $$;
create trigger chapters_revision after update on chapters referencing old table as rows_before new table as rows_after
  for each statement execute function bump_revisions_of_changed_chapters();

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

-- The size of all text in an author's stories, deleted ones included, and of imported books in review. One request of
-- an author at a time, until its transaction ends: so two cannot both take the last space of a quota. A function, since
-- each of its statements sees what was committed while it waited.
create function lock_author_text_bytes(author uuid) returns bigint language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('author_text', 0) # hashtextextended(author::text, 0));
  return (
    select coalesce(sum(s.bytes
        + (select coalesce(sum(c.bytes), 0) from chapters c where c.story_id = s.id)
        + (select coalesce(sum(v.bytes), 0) from chapter_versions v where v.story_id = s.id)
        + (select coalesce(sum(v.bytes), 0) from volumes v where v.story_id = s.id)
        + (select coalesce(sum(e.bytes), 0) from story_bible_entries e where e.story_id = s.id)
        + (select coalesce(sum(g.bytes), 0) from glossary_notes g where g.story_id = s.id)
        + (select coalesce(sum(r.bytes), 0) from chapter_recaps r where r.story_id = s.id)
        + (select coalesce(sum(t.bytes), 0) from story_notes t where t.story_id = s.id)), 0)
      + (select coalesce(sum(d.bytes), 0) from chapter_drafts d where d.author_id = author)
      + (select coalesce(sum(r.bytes), 0) from import_reviews r join imports i on i.id = r.import_id
        where i.user_id = author and i.state in ('reading', 'review', 'writing'))
    from stories s where s.author_id = author);
end $$;
