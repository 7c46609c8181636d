import { type Kysely, sql } from 'kysely';

/** What decides between changes that devices made offline: the latest counts (docs/product/offline.md#merging). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table library_entries add column status_at timestamptz`.execute(db);

  // When a person last liked or unliked a story. Rows stay after an unlike; there is one per person and story.
  await sql`
    create table story_like_choices (
      user_id uuid not null references users on delete cascade,
      story_id uuid not null references stories on delete cascade,
      chosen_at timestamptz not null,
      primary key (user_id, story_id))`.execute(db);
  await sql`create index story_like_choices_by_story on story_like_choices (story_id)`.execute(db);
  await sql`
    insert into story_like_choices (user_id, story_id, chosen_at)
    select user_id, story_id, created_at from story_likes`.execute(db);

  // By field: when it was last changed, in milliseconds since 1970.
  await sql`
    alter table annotations add column field_times jsonb not null default '{}'
      constraint field_times_size check (
        jsonb_typeof(field_times) = 'object' and octet_length(field_times::text) <= 300)`.execute(db);
}
