import { type Kysely, sql } from 'kysely';

/** Images that nothing uses are found and taken away (docs/product/uploads.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    alter table uploads
      -- null: its person or its use is gone, and nothing is left to do but to remove the files
      alter owner_id drop not null,
      drop constraint uploads_owner_id_fkey,
      add constraint uploads_owner_id_fkey foreign key (owner_id) references users on delete set null,
      -- since when nothing has shown it; null while something does, or before the first look
      add unused_since timestamptz`.execute(db);
  // Supports sweeping what nothing has used for long.
  await sql`create index uploads_unused on uploads (unused_since) where unused_since is not null`.execute(db);
  // Support finding what shows an image, by its stem.
  await sql`create index stories_by_own_cover on stories (substr(cover_image, 8, 32))
    where cover_image like '/files/%'`.execute(db);
  await sql`create index users_by_own_avatar on users (substr(avatar, 8, 32))
    where avatar like '/files/%'`.execute(db);
}
