import { type Kysely, sql } from 'kysely';

/** A book waits for its author's review before a story is made of it (docs/product/imports.md#review). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table imports drop constraint imports_state_check,
      add constraint imports_state_check
        check (state in ('reading', 'review', 'writing', 'done', 'failed', 'cancelled')),
      -- SHA-256 of the file, to recognize a book that is imported again
      add column file_hash bytea`.execute(db);
  await sql`
    create table import_reviews (
      import_id uuid primary key references imports on delete cascade,
      -- title, author, description, language, genres, status, losses and encodings
      details jsonb not null,
      cover bytea,
      -- the file, if it may have to be read in another encoding
      source bytea,
      -- the size of everything stored for this review, for the text quota
      bytes bigint not null check (bytes >= 0)
    )`.execute(db);
  await sql`
    create table import_pieces (
      import_id uuid not null references import_reviews on delete cascade,
      piece integer not null check (piece >= 0),
      title text not null,
      named boolean not null,
      volume text not null,
      words integer not null,
      paragraphs integer not null,
      excerpt text not null,
      proposal text not null check (proposal in ('chapter', 'next', 'note', 'previous', 'omit')),
      author_notes text not null,
      content text not null,
      primary key (import_id, piece)
    )`.execute(db);
  // A person imports one book at a time. Also finds what a person's review counts in the text quota.
  await sql`drop index imports_running`.execute(db);
  await sql`
    create unique index imports_running on imports (user_id) where state in ('reading', 'review', 'writing')`.execute(
    db,
  );
}
