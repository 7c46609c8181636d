import { type Kysely, sql } from 'kysely';

/** Stories, chapters, their versions and drafts (docs/product/stories.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await stories(db);
  await chapters(db);
  await revisions(db);
}

async function stories(db: Kysely<never>): Promise<void> {
  await sql`
    create table stories (
      id uuid primary key default uuidv7(),
      author_id uuid not null references users,
      title text not null,
      description text not null,
      cover_image text,
      language text not null default 'en',
      status text not null default 'ongoing' check (status in ('ongoing', 'completed', 'coming_soon')),
      is_ai_generated boolean not null default false,
      is_published boolean not null default false,
      published_at timestamptz,
      -- when a chapter was first published, not when anything was edited
      last_updated timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      -- counters, changed in the transaction that changes the rows they count
      views bigint not null default 0 check (views >= 0),
      likes bigint not null default 0 check (likes >= 0),
      chapters integer not null default 0 check (chapters >= 0),
      published_chapters integer not null default 0 check (published_chapters between 0 and chapters),
      words bigint not null default 0 check (words >= 0),
      published_words bigint not null default 0 check (published_words >= 0),
      -- counts up whenever something that a visitor sees of the story changes (counters apart)
      revision bigint not null default 1
    )`.execute(db);
  const listed = sql`where is_published and deleted_at is null`;
  // Each supports one public list; ties are broken by id.
  await sql`create index stories_by_update on stories (last_updated desc, id desc) ${listed}`.execute(db);
  await sql`create index stories_by_release on stories (published_at desc, id desc) ${listed}`.execute(db);
  await sql`create index stories_by_views on stories (views desc, id desc) ${listed}`.execute(db);
  await sql`create index stories_by_likes on stories (likes desc, id desc) ${listed}`.execute(db);
  // Supports "completed", "short" and "long" by views.
  await sql`create index stories_completed on stories (views desc, id desc)
    where is_published and deleted_at is null and status = 'completed'`.execute(db);
  await sql`create index stories_by_words on stories (published_words, views desc) ${listed}`.execute(db);
  await sql`create index stories_by_title on stories (lower(title), id) ${listed}`.execute(db);
  // Supports an author's own list, newest first.
  await sql`create index stories_by_author on stories (author_id, id desc) where deleted_at is null`.execute(
    db,
  );
  await sql`
    create table story_genres (
      story_id uuid not null references stories on delete cascade,
      genre_id uuid not null references genres,
      position smallint not null check (position between 1 and 5),
      primary key (story_id, genre_id),
      constraint story_genres_position unique (story_id, position)
    )`.execute(db);
  // Supports the stories of a genre, and whether a genre is in use.
  await sql`create index story_genres_by_genre on story_genres (genre_id, story_id)`.execute(db);
  await sql`
    create table story_likes (
      story_id uuid not null references stories on delete cascade,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      primary key (story_id, user_id)
    )`.execute(db);
  // Supports deleting a person, and what they like.
  await sql`create index story_likes_by_user on story_likes (user_id)`.execute(db);
  await sql`
    create table story_views (
      story_id uuid not null references stories on delete cascade,
      day date not null,
      -- a user's id, or a salted hash of a visitor's address and agent
      viewer bytea not null,
      primary key (story_id, day, viewer)
    )`.execute(db);
  await sql`
    create table view_salts (
      -- forgotten with its day: the hashes of its visitors then say nothing any more
      day date primary key,
      salt bytea not null
    )`.execute(db);
  // Supports forgetting the viewers of days gone by.
  await sql`create index story_views_by_day on story_views (day)`.execute(db);
}

async function chapters(db: Kysely<never>): Promise<void> {
  await sql`
    create table chapters (
      id uuid primary key default uuidv7(),
      story_id uuid not null references stories on delete cascade,
      -- 1..n without gaps among the chapters that are not deleted
      position integer check (position >= 1),
      -- the number that readers see: 1..n among the published ones; null for drafts
      published_number integer check (published_number >= 1),
      title text not null,
      author_notes text not null default '',
      is_published boolean not null default false,
      published_at timestamptz,
      word_count integer not null check (word_count >= 0),
      version integer not null default 1 check (version >= 1),
      -- the id that the next new paragraph gets; ids are never given twice
      next_paragraph integer not null default 1 check (next_paragraph >= 1),
      likes bigint not null default 0 check (likes >= 0),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      constraint chapters_position unique (story_id, position) deferrable initially deferred,
      check ((deleted_at is null) = (position is not null)),
      check (deleted_at is null or not is_published)
    )`.execute(db);
  await sql`
    create table chapter_versions (
      story_id uuid not null references stories on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      version integer not null check (version >= 1),
      content text not null,
      -- one id for each line of content that is not blank, in order
      paragraph_ids integer[] not null,
      word_count integer not null,
      created_at timestamptz not null,
      primary key (story_id, chapter_id, version)
    )`.execute(db);
  await sql`
    create table chapter_likes (
      chapter_id uuid not null references chapters on delete cascade,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null,
      primary key (chapter_id, user_id)
    )`.execute(db);
  await sql`create index chapter_likes_by_user on chapter_likes (user_id)`.execute(db);
  await sql`
    create table chapter_drafts (
      author_id uuid not null references users on delete cascade,
      story_id uuid not null references stories on delete cascade,
      -- a chapter's id, or 'new'
      slot text not null,
      title text not null,
      content text not null,
      author_notes text not null,
      is_published boolean not null,
      base_version integer,
      revision integer not null,
      updated_at timestamptz not null,
      primary key (author_id, story_id, slot)
    )`.execute(db);
}

/**
 * Revisions say when kept answers and pages are out of date. Triggers count them, so that no path that
 * changes a story can forget to, in whichever process it runs.
 */
async function revisions(db: Kysely<never>): Promise<void> {
  await sql`create table catalogue (
    only_row boolean primary key default true check (only_row),
    revision bigint not null
  )`.execute(db);
  await sql`insert into catalogue (revision) values (1)`.execute(db);

  await sql`create function bump_story_revision() returns trigger language plpgsql as $$
    begin
      new.revision := old.revision + 1;
      return new;
    end $$`.execute(db);
  await sql`create trigger stories_revision before update of title, description, cover_image, language, status,
      is_ai_generated, is_published, deleted_at, published_chapters, published_words, last_updated on stories
    for each row when (
      (old.title, old.description, old.cover_image, old.language, old.status, old.is_ai_generated, old.is_published,
       old.deleted_at, old.published_chapters, old.published_words, old.last_updated)
      is distinct from
      (new.title, new.description, new.cover_image, new.language, new.status, new.is_ai_generated, new.is_published,
       new.deleted_at, new.published_chapters, new.published_words, new.last_updated))
    execute function bump_story_revision()`.execute(db);

  await sql`create function bump_revision_of_chapters_story() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id = coalesce(new.story_id, old.story_id);
      return null;
    end $$`.execute(db);
  await sql`create trigger chapters_revision after update of title, author_notes, is_published, position, version,
      deleted_at on chapters
    for each row when (old.is_published or new.is_published) execute function bump_revision_of_chapters_story()`.execute(
    db,
  );
  await sql`create trigger chapters_revision_gone after delete on chapters
    for each row when (old.is_published) execute function bump_revision_of_chapters_story()`.execute(db);

  await sql`create function bump_revision_of_genres_story() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where id = coalesce(new.story_id, old.story_id);
      return null;
    end $$`.execute(db);
  await sql`create trigger story_genres_revision after insert or update or delete on story_genres
    for each row execute function bump_revision_of_genres_story()`.execute(db);

  await sql`create function bump_revision_of_authors_stories() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1 where author_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger users_revision after update of username, display_name, avatar on users
    for each row when ((old.username, old.display_name, old.avatar) is distinct from (new.username, new.display_name, new.avatar))
    execute function bump_revision_of_authors_stories()`.execute(db);

  await sql`create function bump_revision_of_stories_in_genre() returns trigger language plpgsql as $$
    begin
      update stories set revision = revision + 1
      where id in (select story_id from story_genres where genre_id = new.id);
      return null;
    end $$`.execute(db);
  await sql`create trigger genres_revision after update of name on genres
    for each row when (old.name is distinct from new.name) execute function bump_revision_of_stories_in_genre()`.execute(
    db,
  );

  // Deferred, so that the one row that every publication touches is locked for the commit alone.
  await sql`create function bump_catalogue() returns trigger language plpgsql as $$
    begin
      update catalogue set revision = revision + 1;
      return null;
    end $$`.execute(db);
  await sql`create constraint trigger stories_catalogue after update on stories deferrable initially deferred
    for each row when (old.revision <> new.revision and (old.is_published or new.is_published))
    execute function bump_catalogue()`.execute(db);
  await sql`create constraint trigger stories_catalogue_gone after delete on stories deferrable initially deferred
    for each row when (old.is_published) execute function bump_catalogue()`.execute(db);
}
