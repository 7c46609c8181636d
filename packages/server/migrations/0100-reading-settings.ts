import { type Kysely, sql } from 'kysely';

/** The settings of the reading screen, which follow the account (docs/product/reading-comfort.md#settings). */
export async function up(db: Kysely<never>): Promise<void> {
  // By setting: { value, at }, with the time of the change in milliseconds since 1970.
  await sql`
    alter table users add column reading_settings jsonb not null default '{}'
      constraint reading_settings_size check (
        jsonb_typeof(reading_settings) = 'object' and octet_length(reading_settings::text) <= 2000)`.execute(
    db,
  );
}
