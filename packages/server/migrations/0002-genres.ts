import { type Kysely, sql } from 'kysely';

/** Genres and their subgenres, with the list that a new site begins with (docs/product.md §3.1). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table genres (
      id uuid primary key default uuidv7(),
      name text not null,
      name_key text not null constraint genres_name_key unique,
      description text not null default ''
    )`.execute(db);
  await sql`
    create table subgenres (
      id uuid primary key default uuidv7(),
      genre_id uuid not null references genres on delete cascade,
      name text not null,
      name_key text not null,
      constraint subgenres_name_key unique (genre_id, name_key)
    )`.execute(db);
}
