-- See docs/product/library.md and reading-history.md.

create table library_entries (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  id uuid not null default uuidv7(),
  status text not null default 'none' check (status in ('reading', 'completed', 'on_hold', 'dropped', 'none')),
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  is_bookmarked boolean not null default false,
  bookmarked_at timestamptz,
  last_read_at timestamptz,
  last_chapter_id uuid references chapters on delete set null,
  -- when the reader had read all there was; a chapter published later is new to them
  caught_up_at timestamptz,
  created_at timestamptz not null,
  -- when the reader first began the story
  started_at timestamptz,
  note text not null default '' check (length(note) <= 2000),
  -- when the bookmark was removed; bookmarked_at stays, so that setting it again soon restores its place
  unbookmarked_at timestamptz,
  status_at timestamptz,
  -- Progress is saved all the time. With room in the page, and last_read_at in no index, such an update touches
  -- the row alone; a person's few hundred entries are found by the key and sorted.
  primary key (user_id, story_id)
) with (fillfactor = 80);
create index library_entries_by_chapter on library_entries (last_chapter_id);
-- Supports finding a story's latest readers. Progress changes neither column, so saving it still touches the row alone.
create index library_entries_by_story on library_entries (story_id, created_at desc);
-- Supports counting who has saved a story, in all and in a period. Progress changes none of its columns either.
create index library_entries_saved on library_entries (story_id, bookmarked_at, user_id) where is_bookmarked;
-- Supports finding a reader's latest stories, of which comparing two stories asks for a hundred readers.
create index library_entries_by_reader on library_entries (user_id, created_at desc, story_id);
-- Supports finding the entries that are new to the job.
create index library_entries_by_creation on library_entries (created_at);

-- Support a story's new readers of some days, and the stories with new readers.
create index library_entries_by_start on library_entries (story_id, started_at) where started_at is not null;
create index library_entries_started on library_entries (started_at) where started_at is not null;

create table removed_library_entries (
  user_id uuid not null references users on delete cascade,
  -- no reference, as in library_entries: the entry of a deleted story can be removed and restored too
  story_id uuid not null,
  removed_at timestamptz not null,
  -- the row of library_entries with all its columns, also those that later versions add
  entry jsonb not null,
  primary key (user_id, story_id)
);
-- Supports erasing what can no longer be restored.
create index removed_library_entries_by_time on removed_library_entries (removed_at);

create table reading_positions (
  user_id uuid not null references users on delete cascade,
  chapter_id uuid not null references chapters on delete cascade,
  story_id uuid not null references stories on delete cascade,
  progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
  -- the paragraph's id, and UTF-16 units into it
  paragraph integer,
  char_offset integer,
  version integer,
  -- null until a place is saved
  updated_at timestamptz,
  -- Words count once, up to here. The progress beside it falls when a reader goes back.
  furthest numeric(5, 2) not null default 0 check (furthest between 0 and 100),
  -- whether a reading session of some seconds has ended in the chapter; until then its words wait
  is_timed boolean not null default false,
  -- whether one of them was measured by the server, not claimed to have been read offline
  is_timed_live boolean not null default false check (is_timed or not is_timed_live),
  primary key (user_id, chapter_id)
) with (fillfactor = 80);
create index reading_positions_by_chapter on reading_positions (chapter_id);
create index reading_positions_by_story on reading_positions (user_id, story_id);
-- Supports deleting a story that many have read.
create index reading_positions_of_story on reading_positions (story_id);

create table reading_days (
  user_id uuid not null references users on delete cascade,
  -- in the time zone that the reader had then
  day date not null,
  words integer not null default 0 check (words >= 0),
  -- those of them that were not read offline
  live_words integer not null default 0 check (live_words between 0 and words),
  -- read to their end for the first time
  chapters integer not null default 0 check (chapters >= 0),
  -- Words of the day that a words.read event has told of; the rest is told of once the day is over.
  emitted_words integer not null default 0 check (emitted_words between 0 and words),
  primary key (user_id, day)
) with (fillfactor = 80);
-- Supports finding the days that are over. A BRIN index leaves updates of a day's words heap-only.
create index reading_days_by_day on reading_days using brin (day);

create table reading_history (
  user_id uuid not null references users on delete cascade,
  -- in the reader's time zone
  day date not null,
  -- without references: the rows stay when the story or the chapter is erased
  story_id uuid not null,
  chapter_id uuid not null,
  -- when the chapter was first read on that day
  read_at timestamptz not null,
  -- Supports the history by day and story, and the oldest rows of a reader.
  primary key (user_id, day, story_id, chapter_id)
);

create function enforce_library_quota() returns trigger language plpgsql as $$
declare
  quota constant integer := 10000;
  reader uuid;
  held integer;
  removed integer;
begin
  -- Always in the same order, so that two statements that add entries for the same readers cannot deadlock.
  for reader in select distinct user_id from added order by user_id loop
    -- The lock serializes one reader's additions, so the count includes all committed ones.
    perform pg_advisory_xact_lock(hashtextextended('library_entries', 0) # hashtextextended(reader::text, 0));
    select count(*) into held from library_entries where user_id = reader;
    if held > quota then
      -- Entries without a bookmark or reading status are in no list; delete them to make room.
      delete from library_entries where user_id = reader and status = 'none' and not is_bookmarked;
      get diagnostics removed = row_count;
      if held - removed > quota then
        raise exception 'Your library is full: it holds 10,000 stories. Remove some to add others.'
          using errcode = 'IK413';
      end if;
    end if;
  end loop;
  return null;
end $$;
-- An entry that is only updated is not in the transition table: saving progress counts nothing.
create trigger library_entries_quota after insert on library_entries referencing new table as added for each statement
  execute function enforce_library_quota();
