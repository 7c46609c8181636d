import { type Kysely, sql } from 'kysely';

const shown = ['title', 'author_notes', 'is_published', 'position', 'volume_id', 'version', 'deleted_at'];
const columns = sql.raw(['story_id', 'id', ...shown].join(', '));

/**
 * Finds changed chapters without a join. PL/pgSQL keeps the plan of its first call: after a change of one chapter that
 * was a nested loop, which for ten thousand chapters takes longer than a statement may.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create or replace function bump_revisions_of_changed_chapters() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id in (
        select story_id from (
          (select ${columns} from rows_after except select ${columns} from rows_before)
          union all
          (select ${columns} from rows_before except select ${columns} from rows_after)) changed
        where is_published);
      return null;
    end $$`.execute(db);
}
