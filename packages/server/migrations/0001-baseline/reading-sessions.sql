-- See docs/product/reading-sessions.md.

-- One row per reader: its lock orders everything that credits time, so that no moment is credited twice.
create table reading_clocks (
  user_id uuid primary key references users on delete cascade,
  -- the credited moments of the last minutes, of all sessions and devices
  covered tstzmultirange not null default '{}'
) with (fillfactor = 70);

create table reading_sessions (
  user_id uuid not null references users on delete cascade,
  id uuid not null default uuidv7(),
  -- Without references, like the reading history: the rows stay when the story or the chapter is erased. Null when
  -- the reader keeps no history, or has deleted it.
  story_id uuid,
  chapter_id uuid,
  device text not null check (device in ('mobile', 'tablet', 'desktop')),
  -- in the reader's time zone, at the start
  day date not null,
  started_at timestamptz not null,
  last_sync_at timestamptz not null,
  -- the end of the last credited moment
  credited_until timestamptz not null,
  ended_at timestamptz,
  seconds numeric(9, 3) not null default 0 check (seconds between 0 and 1e6),
  sync_count integer not null default 0,
  start_progress numeric(5, 2) not null default 0,
  progress numeric(5, 2) not null default 0,
  -- the chapter's, if the session finished it; once a day
  words integer not null default 0 check (words >= 0),
  primary key (user_id, id),
  constraint reading_sessions_running_chapter
    check (ended_at is not null or chapter_id is not null and story_id is not null)
) with (fillfactor = 70);
create unique index reading_sessions_running on reading_sessions (user_id, chapter_id, device) where ended_at is null;
-- Chapters that a reader finished on a day; each counts once.
create unique index reading_sessions_finished on reading_sessions (user_id, chapter_id, day) where words > 0;
-- Supports a reader's sessions of a day, for the quota and the history.
create index reading_sessions_by_day on reading_sessions (user_id, day, story_id);
-- Supports a reader's sessions of a story, the latest first.
create index reading_sessions_by_story on reading_sessions (user_id, story_id, started_at desc, id desc);
-- Supports the job that deletes old sessions.
create index reading_sessions_by_start on reading_sessions (started_at);
-- Supports who is reading a story or a chapter now. Without the time of the last report, which changes every ten
-- seconds, so that reports need not write to it.
create index reading_sessions_now on reading_sessions (story_id, chapter_id) where ended_at is null;

-- What ended sessions add up to; stays when they are deleted for their age.
create table reading_session_totals (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  chapter_id uuid not null,
  sessions bigint not null,
  seconds numeric(12, 3) not null,
  -- how often the chapter was finished, and the words of those times
  finishes bigint not null,
  words bigint not null,
  last_at timestamptz not null,
  primary key (user_id, story_id, chapter_id)
) with (fillfactor = 80);
-- Supports the averages of a story.
create index reading_session_totals_by_story on reading_session_totals (story_id, chapter_id)
  include (user_id, seconds, finishes);

create table reading_session_days (
  user_id uuid not null references users on delete cascade,
  -- in the reader's time zone
  day date not null,
  seconds numeric(9, 3) not null default 0,
  -- those of them that a device claims to have read offline
  offline_seconds numeric(9, 3) not null default 0 check (offline_seconds <= seconds),
  sessions integer not null default 0,
  chapters integer not null default 0,
  words bigint not null default 0,
  last_at timestamptz not null,
  primary key (user_id, day)
) with (fillfactor = 70);

-- How long readers take; the target is the story or one of its chapters.
create table reading_averages (
  story_id uuid not null references stories on delete cascade,
  target_id uuid not null,
  readers bigint not null,
  seconds numeric(12, 3) not null,
  primary key (story_id, target_id)
);

-- Stories whose averages are to be computed again.
create table reading_averages_due (
  story_id uuid primary key references stories on delete cascade,
  since timestamptz not null
);
