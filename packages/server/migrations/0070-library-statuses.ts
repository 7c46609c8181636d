import { type Kysely, sql } from 'kysely';

/** On hold and dropped, a private note, and what undoing a removed bookmark needs (docs/product/library.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table library_entries
      drop constraint library_entries_status_check,
      add constraint library_entries_status_check
        check (status in ('reading', 'completed', 'on_hold', 'dropped', 'none')),
      add column note text not null default '' check (length(note) <= 2000),
      -- when the bookmark was removed; bookmarked_at stays, so that setting it again soon restores its place
      add column unbookmarked_at timestamptz`.execute(db);
  await sql`create function library_text_key(value text) returns text language sql immutable parallel safe as $$
    -- Most titles are ASCII, which is cheap to compare. In others, marks and letters that differ by one are left out.
    select case when octet_length(value) = length(value) then lower(value)
      else translate(replace(replace(replace(replace(
        regexp_replace(lower(normalize(value, NFKD)), '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]', '', 'g'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'øđðłħıς', 'oddlhiσ') end $$`.execute(db);
}
