import { type Kysely, sql } from 'kysely';

/** What readers keep: one row a reader and story, and their place in each chapter (docs/product/library.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table library_entries (
      user_id uuid not null references users on delete cascade,
      story_id uuid not null references stories on delete cascade,
      id uuid not null default uuidv7(),
      status text not null default 'none' check (status in ('reading', 'completed', 'none')),
      progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
      is_bookmarked boolean not null default false,
      bookmarked_at timestamptz,
      last_read_at timestamptz,
      last_chapter_id uuid references chapters on delete set null,
      -- when the reader had read all there was; a chapter published later is new to them
      caught_up_at timestamptz,
      created_at timestamptz not null,
      primary key (user_id, story_id)
      -- Progress is saved all the time. With room in the page, and last_read_at in no index, such an update touches
      -- the row alone; a person's few hundred entries are found by the key and sorted.
    ) with (fillfactor = 80)`.execute(db);
  // Supports deleting a story, and how many read it.
  await sql`create index library_entries_by_story on library_entries (story_id)`.execute(db);
  await sql`create index library_entries_by_chapter on library_entries (last_chapter_id)`.execute(db);
  await sql`
    create table reading_positions (
      user_id uuid not null references users on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      story_id uuid not null references stories on delete cascade,
      progress numeric(5, 2) not null default 0 check (progress between 0 and 100),
      -- the paragraph's id, and UTF-16 units into it
      paragraph integer,
      char_offset integer,
      version integer,
      updated_at timestamptz not null,
      primary key (user_id, chapter_id)
    ) with (fillfactor = 80)`.execute(db);
  await sql`create index reading_positions_by_chapter on reading_positions (chapter_id)`.execute(db);
  await sql`create index reading_positions_by_story on reading_positions (user_id, story_id)`.execute(db);
}
