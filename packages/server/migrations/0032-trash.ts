import { type Kysely, sql } from 'kysely';

/** What restoring a deleted story or chapter needs, and when it is erased (docs/product/trash.md). */
export async function up(db: Kysely<never>): Promise<void> {
  for (const name of ['stories', 'chapters']) {
    const table = sql.table(name);
    await sql`
      alter table ${table}
        -- From then on it cannot be restored, and a job erases it. Equal to deleted_at once it is to be erased for good.
        add column erase_at timestamptz,
        add column was_published boolean not null default false`.execute(db);
    // Until now deletion was final; what is still stored can be restored for as long as anything that is deleted now.
    await sql`update ${table} set erase_at = greatest(deleted_at, now()) + interval '30 days'
      where deleted_at is not null`.execute(db);
    await sql`
      alter table ${table}
        add constraint ${sql.ref(`${name}_erase_at`)} check ((deleted_at is null) = (erase_at is null)),
        add constraint ${sql.ref(`${name}_was_published`)} check (deleted_at is not null or not was_published)`.execute(
      db,
    );
    // Supports erasing what is due.
    await sql`create index ${sql.ref(`${name}_by_erase_at`)} on ${table} (erase_at)
      where deleted_at is not null`.execute(db);
  }
  await sql`
    alter table chapters
      -- For a deleted chapter: its place among all chapters of the story, deleted ones included, from 1.
      add column deleted_order integer check (deleted_order >= 1),
      add constraint chapters_deleted_order check (deleted_at is not null or deleted_order is null)`.execute(
    db,
  );
  // Support an author's trash.
  await sql`create index stories_deleted_by_author on stories (author_id) where deleted_at is not null`.execute(
    db,
  );
  await sql`create index chapters_deleted_by_story on chapters (story_id) where deleted_at is not null`.execute(
    db,
  );
}
