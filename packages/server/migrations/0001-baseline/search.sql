-- See docs/product/search.md.

create extension if not exists pg_trgm;

-- Configurations without stop words, so that phrases of frequent words are found. The stemmers are PostgreSQL's;
-- modules/search/languages.ts names them by language.
do $$
declare
  words constant text := 'asciiword, word, numword, int, uint, sfloat, float, version';
  stemmer text;
begin
  create text search configuration search_simple (parser = default);
  execute format('alter text search configuration search_simple add mapping for %s with simple', words);
  foreach stemmer in array string_to_array('arabic armenian basque catalan danish dutch english estonian finnish french '
    'german greek hindi hungarian indonesian irish italian lithuanian nepali norwegian portuguese romanian russian '
    'serbian spanish swedish tamil turkish yiddish', ' ')
  loop
    execute format('create text search dictionary search_%1$s (template = snowball, language = %1$s);
      create text search configuration search_%1$s (parser = default);
      alter text search configuration search_%1$s add mapping for %2$s with search_%1$s', stemmer, words);
  end loop;
end $$;

create table search_stories (
  story_id uuid primary key references stories on delete cascade,
  stemmer text not null,
  -- the title's words with spaces, for exact titles
  title_key text not null,
  title tsvector not null,
  -- A: title, B: description, C: author, D: tags
  doc tsvector not null,
  -- The document without the labels, of stories that have any: it decides the order of results.
  own_doc tsvector
);
-- Supports finding a story by its words, by its title's words, and by its whole title.
create index search_stories_by_doc on search_stories using gin (doc) with (gin_pending_list_limit = 256);
create index search_stories_by_title on search_stories using gin (title) with (gin_pending_list_limit = 256);
create index search_stories_by_title_key on search_stories (title_key);

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
);
-- Supports erasing and indexing a chapter.
create index search_pieces_by_chapter on search_pieces (chapter_id);
-- Supports finding a chapter by its text or title, and quick results by titles alone.
create index search_pieces_by_doc on search_pieces using gin (doc) with (gin_pending_list_limit = 256);
create index search_pieces_by_title on search_pieces using gin (doc) with (gin_pending_list_limit = 256)
  where piece = 0;

create table search_people (
  user_id uuid primary key references users on delete cascade,
  -- username and display name, in words with spaces
  name_key text not null,
  doc tsvector not null
);
create index search_people_by_doc on search_people using gin (doc) with (gin_pending_list_limit = 256);
-- Supports finding a person by a misspelt name.
create index search_people_by_name on search_people using gin (name_key gin_trgm_ops)
  with (gin_pending_list_limit = 256);

create table search_words (
  word text primary key,
  -- in Latin letters, since pg_trgm compares only those in the embedded database's locale
  latin text not null
);
-- Supports correcting a misspelt word.
create index search_words_by_latin on search_words using gin (latin gin_trgm_ops) with (gin_pending_list_limit = 256);

-- The stemmers in use, so that a query is not stemmed for others.
create table search_stemmers (
  stemmer text primary key
);

-- One row; counts the changes of the index, by which cached results are known to be out of date.
create table search_state (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 1
);
insert into search_state default values;

create table search_queue (
  -- rows are only added and deleted: an update would let a writer wait for the indexer
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('story', 'chapter', 'person')),
  -- the id of the story, chapter or user, which may be deleted
  target uuid not null,
  -- whether an edit comes first
  is_backlog boolean not null default false
);
-- Supports taking the next entries, and the others of the same texts.
create index search_queue_next on search_queue (is_backlog, id);
create index search_queue_by_target on search_queue (target);

create table search_history (
  user_id uuid not null references users on delete cascade,
  -- the term for comparison: without regard to case
  term_key text not null,
  term text not null check (length(term) between 1 and 200),
  searched_at timestamptz not null,
  primary key (user_id, term_key)
);
-- Supports counting the searches of the last days.
create index search_history_by_time on search_history (searched_at);

create table search_trending (
  place integer primary key check (place >= 1),
  term text not null
);

-- In the writing transaction, so no path that changes a text can forget to.
create function queue_for_search() returns trigger language plpgsql as $$
begin
  insert into search_queue (kind, target) values (tg_argv[0], new.id);
  return null;
end $$;
create trigger stories_search_added after insert on stories for each row when (new.is_published)
  execute function queue_for_search('story');
create trigger chapters_search_added after insert on chapters for each row when (new.is_published)
  execute function queue_for_search('chapter');
create trigger chapters_search_changed after update of title, is_published, version, deleted_at on chapters
  for each row
  when ((old.is_published or new.is_published) and (old.title, old.is_published, old.version, old.deleted_at)
  is distinct from (new.title, new.is_published, new.version, new.deleted_at))
  execute function queue_for_search('chapter');
create trigger users_search_added after insert on users for each row execute function queue_for_search('person');
create trigger stories_search_changed
  after update of title, description, tags, content_warnings, audience, language, is_published, deleted_at, author_id
  on stories for each row
  when ((old.is_published or new.is_published) and (old.title, old.description, old.tags, old.content_warnings,
  old.audience, old.language, old.is_published, old.deleted_at, old.author_id)
  is distinct from (new.title, new.description, new.tags, new.content_warnings, new.audience, new.language,
  new.is_published, new.deleted_at, new.author_id)) execute function queue_for_search('story');

-- A person's stories are also found by the person's name.
create function queue_person_for_search() returns trigger language plpgsql as $$
begin
  insert into search_queue (kind, target)
    select 'person', new.id union all
    select 'story', id from stories where author_id = new.id and is_published and deleted_at is null;
  return null;
end $$;
create trigger users_search_changed after update of username, display_name on users for each row
  when ((old.username, old.display_name) is distinct from (new.username, new.display_name))
  execute function queue_person_for_search();

create function queue_genres_for_search() returns trigger language plpgsql as $$
begin
  insert into search_queue (kind, target)
    select distinct 'story', s.id from changed c join stories s on s.id = c.story_id
    where s.is_published and s.deleted_at is null;
  return null;
end $$;
create trigger story_genres_search_added after insert on story_genres referencing new table as changed
  for each statement execute function queue_genres_for_search();
create trigger story_genres_search_removed after delete on story_genres referencing old table as changed
  for each statement execute function queue_genres_for_search();

-- A genre may have many stories; edits of single stories go first.
create function queue_renamed_genre_for_search() returns trigger language plpgsql as $$
begin
  insert into search_queue (kind, target, is_backlog)
    select 'story', s.id, true from story_genres g join stories s on s.id = g.story_id
    where g.genre_id = new.id and s.is_published and s.deleted_at is null;
  return null;
end $$;
create trigger genres_search_renamed after update of name on genres for each row when (old.name
  is distinct from new.name) execute function queue_renamed_genre_for_search();
