import { type Kysely, sql } from 'kysely';

/** Which chapters each reader read on which day (docs/product/reading-history.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column keeps_history boolean not null default true`.execute(db);
  await sql`
    create table reading_history (
      user_id uuid not null references users on delete cascade,
      -- in the reader's time zone
      day date not null,
      -- without references: the rows stay when the story or the chapter is erased
      story_id uuid not null,
      chapter_id uuid not null,
      -- when the chapter was first read on that day
      read_at timestamptz not null,
      -- Supports the history by day and story, and the oldest rows of a reader.
      primary key (user_id, day, story_id, chapter_id)
    )`.execute(db);
}
