import { type Kysely, sql } from 'kysely';

/** Supports counting the chapters that are new to a reader (docs/product/library.md#continue-reading). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create index chapters_by_publication on chapters (story_id, published_at) where is_published`.execute(
    db,
  );
}
