import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // Supports who is reading a story or a chapter now. Without the time of the last report, which changes every ten
  // seconds, so that reports need not write to it.
  await sql`
    create index reading_sessions_now on reading_sessions (story_id, chapter_id) where ended_at is null`.execute(
    db,
  );
}
