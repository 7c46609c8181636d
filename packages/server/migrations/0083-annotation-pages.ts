import { type Kysely, sql } from 'kysely';

/** Reads a chapter's annotations page by page, in the order of their readers and ids. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop index annotations_by_chapter`.execute(db);
  // Supports a person's annotations in a chapter, and carrying over all of a chapter, page by page.
  await sql`create index annotations_by_chapter on annotations (chapter_id, user_id, id)`.execute(db);
}
