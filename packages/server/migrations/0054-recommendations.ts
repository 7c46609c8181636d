import { type Kysely, sql } from 'kysely';

/** Data that jobs precompute for recommendations (docs/product/recommendations.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table story_neighbours (
      story_id uuid not null references stories on delete cascade,
      -- a story that readers with the first one also have
      neighbour_id uuid not null references stories on delete cascade,
      similarity double precision not null check (similarity > 0),
      primary key (story_id, neighbour_id)
    )`.execute(db);
  // Supports erasing a story.
  await sql`create index story_neighbours_by_neighbour on story_neighbours (neighbour_id)`.execute(db);
  await sql`
    create table genre_rankings (
      genre_id uuid not null references genres on delete cascade,
      story_id uuid not null references stories on delete cascade,
      quality double precision not null,
      primary key (genre_id, story_id)
    )`.execute(db);
  // Supports the best stories of a genre.
  await sql`create index genre_rankings_by_quality on genre_rankings (genre_id, quality desc, story_id desc)`.execute(
    db,
  );
  // Supports erasing a story.
  await sql`create index genre_rankings_by_story on genre_rankings (story_id)`.execute(db);
  await sql`
    create table recommendation_state (
      only_row boolean primary key default true check (only_row),
      -- counts the runs of the jobs that changed something
      revision bigint not null default 0,
      -- library entries created until then are in the neighbours
      neighbours_until timestamptz
    )`.execute(db);
  await sql`insert into recommendation_state default values`.execute(db);
  // Supports finding a story's latest readers. Progress changes neither column, so saving it still touches the row alone.
  await sql`create index library_entries_by_story on library_entries (story_id, created_at desc)`.execute(db);
  // Supports finding the entries that are new to the job.
  await sql`create index library_entries_by_creation on library_entries (created_at)`.execute(db);
}
