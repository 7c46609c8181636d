import { type Kysely, sql } from 'kysely';

/** Events: what was emitted and waits for its position, the log, and how far each listener is (docs/decisions/0024-events.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table event_outbox (
      -- drawn while the emitter holds its locks, so that ids follow the order of causes
      id bigint generated always as identity primary key,
      type text not null,
      subject uuid not null,
      -- the people whose personal data the event is
      person_ids uuid[] not null,
      payload jsonb not null check (jsonb_typeof(payload) = 'object'),
      created_at timestamptz not null
    )`.execute(db);
  // One row: the position of the last event in the log. Its lock lets one process at a time append.
  await sql`
    create table event_relay (
      single boolean primary key default true check (single),
      last_position bigint not null default 0
    )`.execute(db);
  await sql`insert into event_relay default values`.execute(db);
  await sql`
    create table events (
      position bigint not null,
      type text not null,
      subject uuid not null,
      person_ids uuid[] not null,
      payload jsonb not null,
      created_at timestamptz not null,
      primary key (position, created_at)
    ) partition by range (created_at)`.execute(db);
  await sql`create table events_default partition of events default`.execute(db);
  // Supports delivering the later events of a subject that a listener has fallen behind with.
  await sql`create index events_by_subject on events (subject, position)`.execute(db);
  // Supports the export and the deletion of a person.
  await sql`create index events_by_person on events using gin (person_ids)`.execute(db);
  await sql`
    create function refuse_event_update() returns trigger language plpgsql as $$
    begin raise exception 'events are append-only' using errcode = '55000'; end $$`.execute(db);
  await sql`
    create trigger events_append_only before update on events
    for each row execute function refuse_event_update()`.execute(db);
  await sql`
    create table event_cursors (
      listener text primary key,
      -- every event up to this one is handled, or is in event_failures
      position bigint not null
    )`.execute(db);
  await sql`
    create table event_failures (
      listener text not null references event_cursors on delete cascade,
      subject uuid not null,
      -- the event that failed; later ones of this subject wait for it
      position bigint not null,
      attempts integer not null check (attempts >= 0),
      error text,
      -- null once the event is set aside
      retry_at timestamptz,
      primary key (listener, subject)
    )`.execute(db);
  // Supports finding what is due.
  await sql`create index event_failures_due on event_failures (retry_at)`.execute(db);

  // Words of the day that a words.read event has told of; the rest is told of once the day is over.
  await sql`
    alter table reading_days add column emitted_words integer not null default 0
      check (emitted_words between 0 and words)`.execute(db);
  // What was read before events existed is not emitted later.
  await sql`update reading_days set emitted_words = words`.execute(db);
  // Supports finding the days that are over. A BRIN index leaves updates of a day's words heap-only.
  await sql`create index reading_days_by_day on reading_days using brin (day)`.execute(db);
}
