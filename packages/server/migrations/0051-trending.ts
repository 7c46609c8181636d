import { type Kysely, sql } from 'kysely';

/**
 * Activity per story and day, counted by triggers in the transaction that causes it, and the scores that a job
 * computes from it (docs/product/lists.md#trending).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table story_activity_days (
      story_id uuid not null references stories on delete cascade,
      -- in UTC
      day date not null,
      -- views, likes and new readers of the day
      activity bigint not null check (activity >= 0),
      -- whether the score contains all of it
      is_scored boolean not null default false,
      primary key (story_id, day)
    ) with (fillfactor = 80)`.execute(db);
  // Supports finding the stories whose score is out of date.
  await sql`create index story_activity_days_due on story_activity_days (story_id) where not is_scored`.execute(
    db,
  );
  // Supports deleting days that no longer count.
  await sql`create index story_activity_days_by_day on story_activity_days (day)`.execute(db);
  await sql`
    create table trending_stories (
      story_id uuid primary key references stories on delete cascade,
      score bigint not null check (score > 0),
      -- when the score was computed; breaks ties
      views bigint not null
    )`.execute(db);
  // Supports the list.
  await sql`create index trending_stories_by_score on trending_stories (score desc, views desc, story_id desc)`.execute(
    db,
  );
  await sql`
    alter table catalogue
      -- counts the changes of the trending list
      add column trending_revision bigint not null default 0,
      -- the day for which all scores were computed last
      add column trending_day date`.execute(db);
  await sql`
    alter table library_entries
      -- when the reader first began the story
      add column started_at timestamptz`.execute(db);
  await sql`update library_entries set started_at = created_at where status <> 'none'`.execute(db);
  await triggers(db);
  await pastActivity(db);
}

async function triggers(db: Kysely<never>): Promise<void> {
  await sql`create function count_views_as_activity() returns trigger language plpgsql as $$
    begin
      insert into story_activity_days as a (story_id, day, activity)
      select story_id, day, count(*) from added group by story_id, day order by story_id, day
      on conflict (story_id, day) do update set activity = a.activity + excluded.activity, is_scored = false;
      return null;
    end $$`.execute(db);
  await sql`create trigger story_views_activity after insert on story_views
    referencing new table as added for each statement execute function count_views_as_activity()`.execute(db);

  await sql`create function count_likes_as_activity() returns trigger language plpgsql as $$
    begin
      insert into story_activity_days as a (story_id, day, activity)
      select l.story_id, (l.created_at at time zone 'UTC')::date, count(*)
      from added l join stories s on s.id = l.story_id and s.author_id <> l.user_id
      group by 1, 2 order by 1, 2
      on conflict (story_id, day) do update set activity = a.activity + excluded.activity, is_scored = false;
      return null;
    end $$`.execute(db);
  await sql`create trigger story_likes_activity after insert on story_likes
    referencing new table as added for each statement execute function count_likes_as_activity()`.execute(db);
  await sql`create function uncount_likes_as_activity() returns trigger language plpgsql as $$
    begin
      update story_activity_days a set activity = greatest(0, a.activity - n.removed), is_scored = false
      from (
        select l.story_id, (l.created_at at time zone 'UTC')::date as day, count(*) as removed
        from gone l join stories s on s.id = l.story_id and s.author_id <> l.user_id
        group by 1, 2 order by 1, 2) n
      where a.story_id = n.story_id and a.day = n.day;
      return null;
    end $$`.execute(db);
  await sql`create trigger story_likes_activity_gone after delete on story_likes
    referencing old table as gone for each statement execute function uncount_likes_as_activity()`.execute(
    db,
  );

  // By row: progress is saved all the time, and only the first time makes a new reader.
  await sql`create function count_reader_as_activity() returns trigger language plpgsql as $$
    begin
      insert into story_activity_days as a (story_id, day, activity)
      select s.id, (new.started_at at time zone 'UTC')::date, 1
      from stories s where s.id = new.story_id and s.author_id <> new.user_id
      on conflict (story_id, day) do update set activity = a.activity + 1, is_scored = false;
      return null;
    end $$`.execute(db);
  await sql`create trigger library_entries_activity after insert on library_entries
    for each row when (new.started_at is not null) execute function count_reader_as_activity()`.execute(db);
  await sql`create trigger library_entries_activity_started after update of started_at on library_entries
    for each row when (old.started_at is null and new.started_at is not null)
    execute function count_reader_as_activity()`.execute(db);
  await sql`create function uncount_reader_as_activity() returns trigger language plpgsql as $$
    begin
      update story_activity_days a set activity = greatest(0, a.activity - 1), is_scored = false
      from stories s where s.id = old.story_id and s.author_id <> old.user_id
        and a.story_id = s.id and a.day = (old.started_at at time zone 'UTC')::date;
      return null;
    end $$`.execute(db);
  await sql`create trigger library_entries_activity_gone after delete on library_entries
    for each row when (old.started_at is not null) execute function uncount_reader_as_activity()`.execute(db);
}

/** Counts the last week from the rows that exist. */
const pastActivity = (db: Kysely<never>) =>
  sql`
    insert into story_activity_days (story_id, day, activity)
    select story_id, day, sum(activity) from (
      select story_id, day, count(*) as activity from story_views where day > current_date - 8 group by 1, 2
      union all
      select story_id, day, views from story_view_days where day > current_date - 8
      union all
      select l.story_id, (l.created_at at time zone 'UTC')::date, count(*)
      from story_likes l join stories s on s.id = l.story_id and s.author_id <> l.user_id
      where l.created_at > now() - interval '8 days' group by 1, 2
      union all
      select e.story_id, (e.started_at at time zone 'UTC')::date, count(*)
      from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
      where e.started_at > now() - interval '8 days' group by 1, 2) past
    group by story_id, day`.execute(db);
