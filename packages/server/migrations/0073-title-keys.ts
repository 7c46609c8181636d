import { type Kysely, sql } from 'kysely';

/** Finds stories by title when a library is imported (docs/product/library-files.md#matching). */
export async function up(db: Kysely<never>): Promise<void> {
  // The title without case, accents and punctuation; a title without letters and digits stays as it is.
  await sql`create function title_key(title text) returns text language sql immutable strict parallel safe
    return coalesce(
      nullif(btrim(regexp_replace(
        lower(regexp_replace(normalize(title, NFKD), '[\u0300-\u036f]+', '', 'g') collate pg_unicode_fast),
        '[^[:alnum:]]+' collate pg_unicode_fast, ' ', 'g')), ''),
      lower(title collate pg_unicode_fast))`.execute(db);
  // Supports finding the public stories of a title, in one order.
  await sql`create index stories_by_title_key on stories (title_key(title), id)
    where is_published and deleted_at is null`.execute(db);
}
