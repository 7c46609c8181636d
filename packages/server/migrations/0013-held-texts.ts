import { type Kysely, sql } from 'kysely';

/** Texts that the operator has taken down, and that nothing publishes until they are released (docs/product/admin.md#takedowns). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of [sql.table('stories'), sql.table('chapters')]) {
    await sql`
      alter table ${table}
        add column held_at timestamptz,
        -- what the author is told
        add column held_reason text,
        add check ((held_at is null) = (held_reason is null)),
        add check (held_at is null or not is_published)`.execute(db);
  }
  await sql`alter table stories add check (held_at is null or not public_again)`.execute(db);
}
