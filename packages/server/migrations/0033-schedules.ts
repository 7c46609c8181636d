import { type Kysely, sql } from 'kysely';

/** When draft chapters are published by themselves (docs/product/schedules.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table chapter_schedules (
      chapter_id uuid primary key references chapters on delete cascade,
      story_id uuid not null references stories on delete cascade,
      publish_at timestamptz not null,
      -- Why the chapter could not be published when it was due. It is not tried again.
      problem text check (problem in ('too_short', 'unverified', 'story_unpublished', 'story_taken_down',
        'chapter_taken_down', 'author_suspended', 'deleted')),
      created_at timestamptz not null
    )`.execute(db);
  // Supports finding what is due.
  await sql`create index chapter_schedules_due on chapter_schedules (publish_at) where problem is null`.execute(
    db,
  );
  // Supports a story's next date, and deleting a story.
  await sql`create index chapter_schedules_by_story on chapter_schedules (story_id, publish_at)`.execute(db);
  await endWithPublication(db);
  await revisions(db);
}

/** A published chapter has no schedule, however it was published. */
async function endWithPublication(db: Kysely<never>): Promise<void> {
  await sql`create function delete_schedule_of_chapter() returns trigger language plpgsql as $$
    begin
      delete from chapter_schedules where chapter_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_schedule_ends after update of is_published on chapters
    for each row when (new.is_published and not old.is_published) execute function delete_schedule_of_chapter()`.execute(
    db,
  );
}

/** Readers see the date of a story's next chapter, so its revision rises whenever that may change. */
async function revisions(db: Kysely<never>): Promise<void> {
  await sql`create function bump_revisions_of_schedules() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id in (select story_id from changed);
      return null;
    end $$`.execute(db);
  for (const [change, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const) {
    await sql`create trigger ${sql.ref(`chapter_schedules_${change}`)} after ${sql.raw(change)} on chapter_schedules
      referencing ${sql.raw(rows)} table as changed
      for each statement execute function bump_revisions_of_schedules()`.execute(db);
  }
  await sql`create function bump_revision_of_scheduled_chapter() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id = new.story_id
        and exists (select from chapter_schedules where chapter_id = new.id);
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_scheduled_deleted after update of deleted_at on chapters
    for each row when (old.deleted_at is distinct from new.deleted_at)
    execute function bump_revision_of_scheduled_chapter()`.execute(db);
}
