import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';

/** Modules in an order in which each refers to earlier ones. */
const files =
  'platform genres users blocks account devices uploads site plans stories series chapters story-follows story-notes schedules beta-links glossary story-bible imports library ebooks ereader-sync reading-sessions picks rankings recommendations search ratings collections comments communities annotations fixes revisions reactions chat measures reports notifications digests ereader-email push feeds rewards quests achievements leaderboard store assistant analytics reading-analytics'.split(
    ' ',
  );

/** The schema of the first release: a file for each module that owns tables. */
export async function up(db: Kysely<never>): Promise<void> {
  const folder = join(import.meta.dirname, '0001-baseline');
  for (const file of files) await sql.raw(await readFile(join(folder, `${file}.sql`), 'utf8')).execute(db);
}
