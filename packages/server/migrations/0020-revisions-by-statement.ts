import { type Kysely, sql } from 'kysely';

const shown = ['title', 'author_notes', 'is_published', 'position', 'version', 'deleted_at'];
const all = (row: string) => sql.raw(shown.map((column) => `${row}.${column}`).join(', '));

/**
 * Raises a story's revision once for all chapters that a statement changes. By row, moving or deleting one chapter of a
 * long story wrote the story's row thousands of times.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop trigger chapters_revision on chapters`.execute(db);
  await sql`drop trigger chapters_revision_gone on chapters`.execute(db);
  await sql`drop function bump_revision_of_chapters_story()`.execute(db);
  await sql`create function bump_revisions_of_changed_chapters() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id in (
        select n.story_id from rows_after n join rows_before o using (id)
        where (o.is_published or n.is_published) and (${all('o')}) is distinct from (${all('n')}));
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_revision after update on chapters
    referencing old table as rows_before new table as rows_after
    for each statement execute function bump_revisions_of_changed_chapters()`.execute(db);
  await sql`create function bump_revisions_of_gone_chapters() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1
      where id in (select story_id from rows_before where is_published);
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_revision_gone after delete on chapters
    referencing old table as rows_before
    for each statement execute function bump_revisions_of_gone_chapters()`.execute(db);
}
