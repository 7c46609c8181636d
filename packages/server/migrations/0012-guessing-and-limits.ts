import { type Kysely, sql } from 'kysely';

/** Limits that outlive a restart (docs/product/http.md#rate-limits), and guessing that keeps no owner out (docs/product/account.md#failed-sign-ins). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table call_counts (
      -- SHA-256 of the flow and of whom it is counted for
      key bytea primary key check (octet_length(key) = 32),
      calls integer not null check (calls > 0),
      -- when the window is over and the count begins anew
      ends_at timestamptz not null
    )`.execute(db);
  // Supports sweeping windows that are over.
  await sql`create index call_counts_by_end on call_counts (ends_at)`.execute(db);

  // Made anew: what was counted by other names counts no more, and was good for a quarter of an hour.
  await sql`drop table login_failures`.execute(db);
  await sql`
    create table login_failures (
      -- SHA-256 of an address, or of what was typed as a name
      subject bytea primary key check (octet_length(subject) = 32),
      failures integer not null check (failures > 0),
      -- when all of this is forgotten
      ends_at timestamptz not null,
      -- until when no further attempt is taken
      closed_until timestamptz check (closed_until <= ends_at)
    )`.execute(db);
  // Supports sweeping windows that are over.
  await sql`create index login_failures_by_end on login_failures (ends_at)`.execute(db);
  await sql`
    create table known_places (
      user_id uuid not null references users on delete cascade,
      -- hash of the person and the address, with a key that is not in the database
      place bytea not null check (octet_length(place) = 32),
      seen_at timestamptz not null,
      primary key (user_id, place)
    )`.execute(db);
  // Supports forgetting old ones.
  await sql`create index known_places_by_age on known_places (seen_at)`.execute(db);
}
