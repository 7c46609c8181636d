import { type Kysely, sql } from 'kysely';

/**
 * Who has a chat open, in which process (docs/product/chat.md#presence). Nothing of this outlives its process, so the
 * tables are not logged: after a crash of the database they are empty, and processes write their rows again.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table live_processes (
      id uuid primary key,
      -- renewed while the process runs; what an expired process has written does not count
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    create unlogged table chat_presence (
      story_id uuid not null references stories on delete cascade,
      -- the chapter or, for the chat of the story, the story
      place_id uuid not null,
      user_id uuid not null references users on delete cascade,
      process_id uuid not null,
      -- when others were last notified that the person is typing
      typed_at timestamptz,
      -- Supports the readers of a room.
      primary key (story_id, place_id, user_id, process_id)
    )`.execute(db);
  // A person's rooms, and the foreign key.
  await sql`create index chat_presence_by_user on chat_presence (user_id)`.execute(db);
  // What a process has left behind.
  await sql`create index chat_presence_by_process on chat_presence (process_id)`.execute(db);
  await sql`
    create unlogged table chat_announcements (
      story_id uuid not null references stories on delete cascade,
      place_id uuid not null,
      -- when the room was last told who is there, by any process
      at timestamptz not null,
      primary key (story_id, place_id)
    )`.execute(db);
}
