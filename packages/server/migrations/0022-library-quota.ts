import { type Kysely, sql } from 'kysely';

/** A library holds at most 10,000 entries (docs/product/library.md#library-entries). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create function enforce_library_quota() returns trigger language plpgsql as $$
    declare
      quota constant integer := 10000;
      reader uuid;
      held integer;
      removed integer;
    begin
      -- Always in the same order, so that two statements that add entries for the same readers cannot deadlock.
      for reader in select distinct user_id from added order by user_id loop
        -- The lock serializes one reader's additions, so the count includes all committed ones.
        perform pg_advisory_xact_lock(hashtextextended('library_entries', 0) # hashtextextended(reader::text, 0));
        select count(*) into held from library_entries where user_id = reader;
        if held > quota then
          -- Entries without a bookmark or reading status are in no list; delete them to make room.
          delete from library_entries where user_id = reader and status = 'none' and not is_bookmarked;
          get diagnostics removed = row_count;
          if held - removed > quota then
            raise exception 'Your library is full: it holds 10,000 stories. Remove some to add others.'
              using errcode = 'IK413';
          end if;
        end if;
      end loop;
      return null;
    end $$`.execute(db);
  // An entry that is only updated is not in the transition table: saving progress counts nothing.
  await sql`create trigger library_entries_quota after insert on library_entries
    referencing new table as added for each statement execute function enforce_library_quota()`.execute(db);
}
