import { type Kysely, sql } from 'kysely';

/** What was made for a request, so that the same one sent again makes nothing twice (docs/product/contract.md#ids-chosen-by-the-client). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table idempotency_keys (
      user_id uuid not null references users on delete cascade,
      key text not null check (length(key) between 1 and 64),
      -- SHA-256 of the call and of what was sent
      request bytea not null check (octet_length(request) = 32),
      -- null only inside the transaction that makes it
      made_id uuid,
      created_at timestamptz not null,
      primary key (user_id, key)
    )`.execute(db);
  // Supports forgetting old ones.
  await sql`create index idempotency_keys_by_age on idempotency_keys (created_at)`.execute(db);
}
