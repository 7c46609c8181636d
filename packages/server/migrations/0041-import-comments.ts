import { type Kysely, sql } from 'kysely';

/** Imports count the comments of a document, which are left out; earlier formats had none. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update import_reviews set details = jsonb_set(details, '{losses,comments}', '0')
    where details -> 'losses' -> 'comments' is null`.execute(db);
}
