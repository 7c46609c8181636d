import { type Kysely, sql } from 'kysely';

/**
 * Stories of a deleted account are deleted with everything that refers to them. Other people's library entries stay
 * without their story (docs/product/personal-data.md#account-deletion), so they no longer reference it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table library_entries drop constraint library_entries_story_id_fkey`.execute(db);
  // Until now an empty row was kept for the entries.
  await sql`delete from stories where author_id is null`.execute(db);
  await sql`
    alter table stories
      drop constraint stories_author_or_deleted,
      alter author_id set not null`.execute(db);
}
