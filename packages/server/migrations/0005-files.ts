import { type Kysely, sql } from 'kysely';

/** Images that people keep here, and imports under way (docs/product/uploads.md and docs/product/imports.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table uploads (
      -- the unguessable stem of the stored files' names
      stem text primary key,
      owner_id uuid not null references users on delete cascade,
      kind text not null check (kind in ('cover', 'avatar')),
      widths integer[] not null,
      bytes bigint not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index uploads_by_owner on uploads (owner_id)`.execute(db);
  await sql`
    create table imports (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      file_name text not null,
      state text not null check (state in ('reading', 'writing', 'done', 'failed', 'cancelled')),
      done integer not null default 0,
      total integer not null default 0,
      story_id uuid references stories on delete set null,
      -- kept before the story is there: to be dropped when the import comes to nothing
      cover text,
      message text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  // Supports deleting a person, and a story.
  await sql`create index imports_by_user on imports (user_id)`.execute(db);
  await sql`create index imports_by_story on imports (story_id)`.execute(db);
  // A person imports one book at a time.
  await sql`create unique index imports_running on imports (user_id) where state in ('reading', 'writing')`.execute(
    db,
  );
}
