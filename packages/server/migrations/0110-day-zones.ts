import { type Kysely, sql } from 'kysely';

/** After a change of time zone, a person's current day still ends in the earlier one (docs/product/time.md#days-of-a-person). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table users
      add column day_zone text,
      -- the end of that day
      add column day_zone_until timestamptz,
      add constraint users_day_zone_check check ((day_zone is null) = (day_zone_until is null))`.execute(db);
}
