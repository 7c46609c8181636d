import { type Kysely, sql } from 'kysely';

/** What remains of the views of days gone by: how many, and no longer whose (docs/product/stories.md#views). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table story_view_days (
      story_id uuid not null references stories on delete cascade,
      day date not null,
      views integer not null check (views > 0),
      primary key (story_id, day)
    )`.execute(db);
  // Supports deleting a story that many have read.
  await sql`create index reading_positions_of_story on reading_positions (story_id)`.execute(db);
}
