import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<never>): Promise<void> {
  // Supports searches for a name that many people have: those with most followers come first.
  await sql`create index users_by_followers on users (followers_count desc, id)`.execute(db);
}
