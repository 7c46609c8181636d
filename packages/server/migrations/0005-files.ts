import { type Kysely, sql } from 'kysely';

/** Images that people keep here, and imports under way (docs/product.md §3.8, §3.9). */
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
      message text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
  // Supports the running import of a person, and sweeping old ones.
  await sql`create index imports_by_user on imports (user_id, id desc)`.execute(db);
}
