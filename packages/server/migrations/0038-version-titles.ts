import { type Kysely, sql } from 'kysely';

/**
 * Versions store title and author's note, and may have a name (docs/product/chapters.md#versions). Those of earlier
 * versions are unknown: null.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chapter_versions
      add column title text,
      add column author_notes text,
      add column name text check (char_length(name) between 1 and 100)`.execute(db);
  await sql`
    update chapter_versions v set title = c.title, author_notes = c.author_notes
    from chapters c where c.story_id = v.story_id and c.id = v.chapter_id and c.version = v.version`.execute(
    db,
  );
  await sql`
    alter table chapter_versions alter column bytes
      set expression as (octet_length(content) + 4 * cardinality(paragraph_ids) + 100
        + coalesce(octet_length(title), 0) + coalesce(octet_length(author_notes), 0)
        + coalesce(octet_length(name), 0))`.execute(db);
  await sql`
    update stories s set text_bytes =
      coalesce((select sum(bytes) from chapters c where c.story_id = s.id), 0)
      + coalesce((select sum(bytes) from chapter_versions v where v.story_id = s.id), 0)
      + coalesce((select sum(bytes) from chapter_drafts d where d.story_id = s.id), 0)`.execute(db);
}
