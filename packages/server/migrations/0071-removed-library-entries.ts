import { type Kysely, sql } from 'kysely';

/** Removed entries, as long as the removal can be undone (docs/product/library.md#removing). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table removed_library_entries (
      user_id uuid not null references users on delete cascade,
      -- no reference, as in library_entries: the entry of a deleted story can be removed and restored too
      story_id uuid not null,
      removed_at timestamptz not null,
      -- the row of library_entries with all its columns, also those that later versions add
      entry jsonb not null,
      primary key (user_id, story_id)
    )`.execute(db);
  // Supports erasing what can no longer be restored.
  await sql`create index removed_library_entries_by_time on removed_library_entries (removed_at)`.execute(db);
}
