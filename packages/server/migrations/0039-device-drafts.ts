import { type Kysely, sql } from 'kysely';

/**
 * A draft belongs to a device and to a chapter, which may not have been created (docs/product/chapters.md#drafts). The
 * device of an earlier draft is unknown, so it gets one of its own, and all devices offer it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table chapter_drafts
      add column chapter_id uuid,
      -- chosen by the device
      add column device uuid not null default uuidv7()`.execute(db);
  await sql`
    update chapter_drafts set chapter_id = case when slot = 'new' then uuidv7() else slot::uuid end`.execute(
    db,
  );
  await sql`alter table chapter_drafts rename column revision to turn`.execute(db);
  await sql`
    alter table chapter_drafts
      alter column chapter_id set not null,
      alter column device drop default,
      drop constraint chapter_drafts_pkey,
      drop column slot,
      add primary key (author_id, story_id, chapter_id, device)`.execute(db);
}
