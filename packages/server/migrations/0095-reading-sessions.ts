import { type Kysely, sql } from 'kysely';

/** Reading sessions and the time that is credited for them (docs/product/reading-sessions.md). */
export async function up(db: Kysely<never>): Promise<void> {
  // One row per reader: its lock orders everything that credits time, so that no moment is credited twice.
  await sql`
    create table reading_clocks (
      user_id uuid primary key references users on delete cascade,
      -- the credited moments of the last minutes, of all sessions and devices
      covered tstzmultirange not null default '{}'
    ) with (fillfactor = 70)`.execute(db);

  await sql`
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
      check (ended_at is not null or chapter_id is not null and story_id is not null)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create unique index reading_sessions_running on reading_sessions (user_id, chapter_id, device)
    where ended_at is null`.execute(db);
  // Chapters that a reader finished on a day; each counts once.
  await sql`
    create unique index reading_sessions_finished on reading_sessions (user_id, chapter_id, day)
    where words > 0`.execute(db);
  // Supports a reader's sessions of a day, for the quota and the history.
  await sql`create index reading_sessions_by_day on reading_sessions (user_id, day, story_id)`.execute(db);
  // Supports a reader's sessions of a story, the latest first.
  await sql`
    create index reading_sessions_by_story on reading_sessions (user_id, story_id, started_at desc, id desc)`.execute(
    db,
  );
  // Supports the job that deletes old sessions.
  await sql`create index reading_sessions_by_start on reading_sessions (started_at)`.execute(db);

  // What ended sessions add up to; stays when they are deleted for their age.
  await sql`
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
    ) with (fillfactor = 80)`.execute(db);
  // Supports the averages of a story.
  await sql`
    create index reading_session_totals_by_story on reading_session_totals (story_id, chapter_id)
    include (user_id, seconds, finishes)`.execute(db);

  await sql`
    create table reading_session_days (
      user_id uuid not null references users on delete cascade,
      -- in the reader's time zone
      day date not null,
      seconds numeric(9, 3) not null default 0,
      sessions integer not null default 0,
      chapters integer not null default 0,
      words bigint not null default 0,
      last_at timestamptz not null,
      primary key (user_id, day)
    ) with (fillfactor = 70)`.execute(db);

  // How long readers take; the target is the story or one of its chapters.
  await sql`
    create table reading_averages (
      story_id uuid not null references stories on delete cascade,
      target_id uuid not null,
      readers bigint not null,
      seconds numeric(12, 3) not null,
      primary key (story_id, target_id)
    )`.execute(db);
  // Stories whose averages are to be computed again.
  await sql`
    create table reading_averages_due (
      story_id uuid primary key references stories on delete cascade,
      since timestamptz not null
    )`.execute(db);
}
