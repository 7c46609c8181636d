import { type Kysely, sql } from 'kysely';

/**
 * Another number of published chapters changes how long a story takes: its averages are computed again
 * (docs/product/reading-sessions.md#figures). In the database, because chapters change in many ways: by publishing,
 * imports, schedules, takedowns and the trash.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create function averages_fall_due() returns trigger language plpgsql as $$
    begin
      insert into reading_averages_due (story_id, since)
      select new.id, now() where exists (select from reading_averages where story_id = new.id)
      on conflict do nothing;
      return null;
    end $$`.execute(db);
  await sql`create trigger stories_averages_due after update of published_chapters on stories
    for each row when (old.published_chapters is distinct from new.published_chapters)
    execute function averages_fall_due()`.execute(db);
}
