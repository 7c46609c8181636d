import { type Kysely, sql } from 'kysely';

/**
 * The author's lists show the words of a draft without reading its text (docs/product/chapters.md#unsaved-changes). Those
 * of an earlier draft are counted by white space only, until its next write.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table chapter_drafts add column word_count integer not null default 0`.execute(db);
  await sql`update chapter_drafts set word_count = regexp_count(content, '\\S+')`.execute(db);
}
