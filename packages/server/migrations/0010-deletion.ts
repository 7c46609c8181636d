import { type Kysely, sql } from 'kysely';

/** What deleting an account needs (docs/product/personal-data.md#account-deletion). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table stories
      -- taken back with its author's account, and public again if they come back
      add column public_again boolean not null default false,
      -- null: its author is gone. What others keep of it stays theirs, without text and name.
      alter author_id drop not null,
      add constraint stories_author_or_deleted check (author_id is not null or deleted_at is not null),
      add constraint stories_public_again check (not (public_again and is_published))`.execute(db);
  // Supports finding all of a person's stories, those that they have deleted included, and deleting the person.
  await sql`create index stories_of_author on stories (author_id)`.execute(db);
}
