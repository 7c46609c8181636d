import { type Kysely, sql } from 'kysely';

/** Clients choose the ids of what they create, so a repeated request needs no key (docs/product/contract.md#ids-chosen-by-the-client). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table idempotency_keys`.execute(db);
}
