import { type Kysely, sql } from 'kysely';

/**
 * Texts are compared in one way, which is that of the search (platform/text-key.ts): by titles when a library is
 * imported, and inside the library. The functions that did so before left different letters as they were.
 */
export async function up(db: Kysely<never>): Promise<void> {
  // ASCII, which most titles are, is cheap. In other texts, marks of Latin, Greek, Hebrew and Arabic letters are left out,
  // letters that are typed without their mark are replaced, and so are quotation marks and dashes.
  await sql`create function fold_text(value text) returns text language sql immutable parallel safe
    return case when octet_length(value) = length(value) then lower(value collate pg_c_utf8)
      else translate(replace(replace(replace(replace(
        normalize(regexp_replace(
          lower(normalize(regexp_replace(value collate pg_c_utf8,
            '[\u034f\ufe0e\ufe0f\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]', '', 'g'), NFKD)),
          '(?<=[A-Za-zªº\u00c0-\u02b8\u0370-\u03e1\u03f0-\u03ff\u05d0-\u05f2\u0620-\u063f\u0641-\u064a\u0660-\u0669\u066e\u066f\u0671-\u06d3\u06d5\u06e5\u06e6\u06ee-\u06fc\u06ff\u0750-\u077f\u0870-\u0887\u08a0-\u08c9\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua722-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0898-\u089f\u08ca-\u08e1\u08e3-\u08ff\u1ab0-\u1ace\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]+',
          '', 'g'), NFC),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłħıёς‘’“”„‐–—', 'oddlhiеσ''''"""---') end`.execute(
    db,
  );
  // The words of a folded text with spaces; a text without words stays as it is folded.
  await sql`create function words_key(value text) returns text language sql immutable strict parallel safe
    return coalesce(
      nullif(btrim(regexp_replace(fold_text(value) collate pg_c_utf8, '[[:punct:][:space:][:cntrl:]\u200b]+', ' ', 'g')), ''),
      fold_text(value))`.execute(db);
  await sql`drop index stories_by_title_key`.execute(db);
  // Supports finding the public stories of a title, in one order.
  await sql`create index stories_by_words_key on stories (words_key(title), id)
    where is_published and deleted_at is null`.execute(db);
  await sql`drop function title_key`.execute(db);
  await annotations(db);
}

/** The trigger of annotations calls the earlier function, and the keys that it has stored are computed again. */
async function annotations(db: Kysely<never>): Promise<void> {
  await sql`create or replace function library_text_key(value text) returns text language sql immutable parallel safe
    return fold_text(value)`.execute(db);
  // Keys of ASCII stay as they are. No trigger watches this column.
  await sql`
    update annotations set search_key = fold_text(concat_ws(' ', selected_text, note, title, array_to_string(tags, ' ')))
    where octet_length(search_key) <> length(search_key)`.execute(db);
}
