import { type Kysely, sql } from 'kysely';

/** Without a reference from library entries to stories, nothing looks entries up by story alone. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index library_entries_by_story`.execute(db);
}
