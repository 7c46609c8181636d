import { type Kysely, sql } from 'kysely';

/** Bounds how many views one address counts in a day (docs/product/stories.md#views). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table visitor_view_counts (
      day date not null,
      -- the salted hash of a visitor's address, as in story_views
      viewer bytea not null,
      views integer not null default 0 check (views between 0 and 500),
      primary key (day, viewer)
    )`.execute(db);
  await sql`
    comment on column story_views.viewer is
      'a hash of a user''s id, or a salted hash of a visitor''s address'`.execute(db);
}
