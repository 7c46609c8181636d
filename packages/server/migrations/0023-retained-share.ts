import { type Kysely, sql } from 'kysely';

/** How much of the text that ten minutes of saves began with a merged version retains (docs/product/chapters.md#versions). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table chapter_versions add column retained_share real not null default 1`.execute(db);
}
