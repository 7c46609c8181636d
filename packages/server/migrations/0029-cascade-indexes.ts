import { type Kysely, sql } from 'kysely';

/** Without these, deleting a chapter or a story reads all versions or drafts to find its own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index chapter_versions_by_chapter on chapter_versions (chapter_id)`.execute(db);
  await sql`create index chapter_drafts_by_story on chapter_drafts (story_id)`.execute(db);
}
