import { type Kysely, sql } from 'kysely';

/** Days that a change of time zone shortened or skipped do not end a streak (docs/product/time.md#days-of-a-person). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      -- as days since 1970-01-01, in order
      add column short_days integer[] not null default '{}' check (cardinality(short_days) <= 500)`.execute(
    db,
  );
}
