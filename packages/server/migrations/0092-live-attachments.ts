import { type Kysely, sql } from 'kysely';

/**
 * Events between processes that are too long for a notification of PostgreSQL, for half a minute. The columns are those
 * that `@socket.io/postgres-adapter` expects (docs/decisions/0071-live-across-processes.md).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create unlogged table live_attachments (
      id bigint primary key generated always as identity,
      created_at timestamptz not null default now(),
      payload bytea not null
    )`.execute(db);
  // Removing old ones.
  await sql`create index live_attachments_by_time on live_attachments (created_at)`.execute(db);
}
