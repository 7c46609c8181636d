import { type Kysely, sql } from 'kysely';

/** PostgreSQL's stemmers (modules/search/languages.ts names them by language). */
const stemmers =
  'arabic armenian basque catalan danish dutch english estonian finnish french german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian serbian spanish swedish tamil turkish yiddish'.split(
    ' ',
  );

/** The search index of published texts and of people, and the queue of changes to index (docs/product/search.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await createExtension(db);
  await configurations(db);
  await tables(db);
  await triggers(db);
  // Fills the index in the background after the start.
  await sql`insert into search_queue (kind, target, is_backlog)
    select 'story', id, true from stories where is_published
    union all select 'person', id, true from users`.execute(db);
}

/** The startup code recognizes errors for the operator by this name. */
class StartupProblem extends Error {
  override name = 'StartupProblem';
}

async function createExtension(db: Kysely<never>): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === '0A000' || code === '58P01') {
      throw new StartupProblem(
        'Search needs the PostgreSQL extension pg_trgm, which the database server does not have. Install PostgreSQL’s contrib package there (for example, postgresql-contrib), then start Inkling again.',
      );
    }
    if (code !== '42501') throw error;
    throw new StartupProblem(
      'Search needs the PostgreSQL extension pg_trgm, which this database user is not allowed to create. As an administrator, run in this database: CREATE EXTENSION pg_trgm; or GRANT CREATE ON DATABASE … TO …; then start Inkling again.',
    );
  }
}

/** Configurations without stop words, so that phrases of frequent words are found. */
async function configurations(db: Kysely<never>): Promise<void> {
  const words = sql.raw('asciiword, word, numword, int, uint, sfloat, float, version');
  await sql`create text search configuration search_simple (parser = default)`.execute(db);
  await sql`alter text search configuration search_simple add mapping for ${words} with simple`.execute(db);
  for (const stemmer of stemmers) {
    const [name, language] = [sql.raw(`search_${stemmer}`), sql.raw(stemmer)];
    await sql`create text search dictionary ${name} (template = snowball, language = ${language})`.execute(
      db,
    );
    await sql`create text search configuration ${name} (parser = default)`.execute(db);
    await sql`alter text search configuration ${name} add mapping for ${words} with ${name}`.execute(db);
  }
}

async function tables(db: Kysely<never>): Promise<void> {
  await sql`
    create table search_stories (
      story_id uuid primary key references stories on delete cascade,
      stemmer text not null,
      -- the title's words with spaces, for exact titles
      title_key text not null,
      title tsvector not null,
      -- A: title, B: description, C: author, D: tags
      doc tsvector not null
    )`.execute(db);
  // A small pending list, because each search scans all of it.
  const small = sql`with (gin_pending_list_limit = 256)`;
  // Supports finding a story by its words, by its title's words, and by its whole title.
  await sql`create index search_stories_by_doc on search_stories using gin (doc) ${small}`.execute(db);
  await sql`create index search_stories_by_title on search_stories using gin (title) ${small}`.execute(db);
  await sql`create index search_stories_by_title_key on search_stories (title_key)`.execute(db);
  await sql`
    create table search_pieces (
      story_id uuid not null references stories on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      -- 0: the title alone; 1 and up: the text
      piece integer not null check (piece >= 0),
      stemmer text not null,
      version integer not null,
      -- the piece as readers see it, for excerpts; empty for the title
      text text not null,
      doc tsvector not null,
      primary key (story_id, chapter_id, piece)
    )`.execute(db);
  // Supports erasing and indexing a chapter.
  await sql`create index search_pieces_by_chapter on search_pieces (chapter_id)`.execute(db);
  // Supports finding a chapter by its text or title, and quick results by titles alone.
  await sql`create index search_pieces_by_doc on search_pieces using gin (doc) ${small}`.execute(db);
  await sql`create index search_pieces_by_title on search_pieces using gin (doc) ${small} where piece = 0`.execute(
    db,
  );
  await sql`
    create table search_people (
      user_id uuid primary key references users on delete cascade,
      -- username and display name, in words with spaces
      name_key text not null,
      doc tsvector not null
    )`.execute(db);
  await sql`create index search_people_by_doc on search_people using gin (doc) ${small}`.execute(db);
  // Supports finding a person by a misspelt name.
  await sql`create index search_people_by_name on search_people using gin (name_key gin_trgm_ops) ${small}`.execute(
    db,
  );
  await sql`
    create table search_words (
      word text primary key,
      -- in Latin letters, since pg_trgm compares only those in the embedded database's locale
      latin text not null
    )`.execute(db);
  // Supports correcting a misspelt word.
  await sql`create index search_words_by_latin on search_words using gin (latin gin_trgm_ops) ${small}`.execute(
    db,
  );
  // The stemmers in use, so that a query is not stemmed for others.
  await sql`create table search_stemmers (stemmer text primary key)`.execute(db);
  // One row; counts the changes of the index, by which cached results are known to be out of date.
  await sql`create table search_state (
    only_row boolean primary key default true check (only_row),
    revision bigint not null default 1
  )`.execute(db);
  await sql`insert into search_state default values`.execute(db);
  await sql`
    create table search_queue (
      -- rows are only added and deleted: an update would let a writer wait for the indexer
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('story', 'chapter', 'person')),
      -- the id of the story, chapter or user, which may be deleted
      target uuid not null,
      -- whether an edit comes first
      is_backlog boolean not null default false
    )`.execute(db);
  // Supports taking the next entries, and the others of the same texts.
  await sql`create index search_queue_next on search_queue (is_backlog, id)`.execute(db);
  await sql`create index search_queue_by_target on search_queue (target)`.execute(db);
}

const storyColumns = ['title', 'description', 'tags', 'language', 'is_published', 'deleted_at', 'author_id'];
const chapterColumns = ['title', 'is_published', 'version', 'deleted_at'];
const list = (columns: string[], row = '') =>
  sql.raw(columns.map((column) => `${row === '' ? '' : `${row}.`}${column}`).join(', '));

/** Triggers add to the queue in the writing transaction, so no path that changes a text can forget to. */
async function triggers(db: Kysely<never>): Promise<void> {
  await sql`create function queue_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, target) values (tg_argv[0], new.id);
      return null;
    end $$`.execute(db);
  for (const [table, kind, columns] of [
    ['stories', 'story', storyColumns],
    ['chapters', 'chapter', chapterColumns],
  ] as const) {
    const [onTable, added, changed] = [table, `${table}_search_added`, `${table}_search_changed`].map(
      (name) => sql.ref(name),
    );
    await sql`create trigger ${added} after insert on ${onTable}
      for each row when (new.is_published) execute function queue_for_search(${sql.lit(kind)})`.execute(db);
    await sql`create trigger ${changed} after update of ${list(columns)} on ${onTable}
      for each row when ((old.is_published or new.is_published)
        and (${list(columns, 'old')}) is distinct from (${list(columns, 'new')}))
      execute function queue_for_search(${sql.lit(kind)})`.execute(db);
  }
  await sql`create trigger users_search_added after insert on users
    for each row execute function queue_for_search('person')`.execute(db);
  // A person's stories are also found by the person's name.
  await sql`create function queue_person_for_search() returns trigger language plpgsql as $$
    begin
      insert into search_queue (kind, target)
        select 'person', new.id union all
        select 'story', id from stories where author_id = new.id and is_published and deleted_at is null;
      return null;
    end $$`.execute(db);
  await sql`create trigger users_search_changed after update of username, display_name on users
    for each row when ((old.username, old.display_name) is distinct from (new.username, new.display_name))
    execute function queue_person_for_search()`.execute(db);
}
