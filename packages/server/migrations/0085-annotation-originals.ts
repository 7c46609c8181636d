import { type Kysely, sql } from 'kysely';

/** The bytes that an annotation counts beside its texts: its row and its entries in indexes. */
const rowBytes = 400;

const keyOf = (row: 'new' | 'a') => sql`library_text_key(concat_ws(' ', ${sql.ref(`${row}.selected_text`)},
  ${sql.ref(`${row}.original_text`)}, ${sql.ref(`${row}.note`)}, ${sql.ref(`${row}.title`)},
  array_to_string(${sql.ref(`${row}.tags`)}, ' ')))`;

/** Searches find what a reader selected, which lists show, also when a part of it has changed. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create or replace function describe_annotation() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or (new.selected_text, new.original_text, new.note, new.title, new.tags)
          is distinct from (old.selected_text, old.original_text, old.note, old.title, old.tags) then
        new.search_key := ${keyOf('new')};
      end if;
      -- Not when the passage is carried over to another text, which must not cost its reader space.
      if tg_op = 'INSERT' or (new.note, new.title, new.tags) is distinct from (old.note, old.title, old.tags) then
        new.bytes := ${sql.lit(rowBytes)} + octet_length(new.selected_text) + octet_length(new.note)
          + octet_length(coalesce(new.title, '')) + octet_length(array_to_string(new.tags, ' '));
      end if;
      return new;
    end $$`.execute(db);
  // No trigger watches this column.
  await sql`update annotations a set search_key = ${keyOf('a')} where original_text is not null`.execute(db);
}
