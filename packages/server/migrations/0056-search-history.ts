import { type Kysely, sql } from 'kysely';

/** What each person has searched for, and what many search for (docs/product/search.md#history). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table search_history (
      user_id uuid not null references users on delete cascade,
      -- the term for comparison: without regard to case
      term_key text not null,
      term text not null check (length(term) between 1 and 200),
      searched_at timestamptz not null,
      primary key (user_id, term_key)
    )`.execute(db);
  // Supports counting the searches of the last days.
  await sql`create index search_history_by_time on search_history (searched_at)`.execute(db);
  await sql`
    create table search_trending (
      place integer primary key check (place >= 1),
      term text not null
    )`.execute(db);
}
