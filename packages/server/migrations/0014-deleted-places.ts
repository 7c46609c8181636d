import { type Kysely, sql } from 'kysely';

/** Where chapters stood that are deleted: whoever was reading one goes on near it (docs/product/library.md#continue-reading). */
export async function up(db: Kysely<never>): Promise<void> {
  // Of those that were deleted before nobody knows any more: their readers begin anew.
  await sql`
    alter table chapters
      -- how many published chapters stood before it when it was deleted
      add column stood_behind integer check (stood_behind >= 0)`.execute(db);
}
