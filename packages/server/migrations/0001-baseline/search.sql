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
  -- the story's when it was indexed; 0 while chapters are left
  revision bigint not null,
  stemmer text not null,
  -- the title's words with spaces, for exact titles
  title_key text not null,
  -- A: title and author, B: tags and genres, C: description
  doc tsvector not null,
  -- All words of the document, of the labels and of the public chapters, without places: those of texts with a stemmer
  -- are stems with its name ('lamp/english'), so that they match no word of another language; those of the author also
  -- have '/author' behind them. Only current while `words_revision` is the story's. A story in a script without spaces has those
  -- of its card alone: pairs of characters are too many.
  words tsvector not null default '',
  words_revision bigint not null default 0,
  -- It is one of those with most views, which are found first by frequent words.
  is_popular boolean not null default false
);
-- Supports finding a story by what its card says, by all its words, and by its whole title.
create index search_stories_by_doc on search_stories using gin (doc) with (gin_pending_list_limit = 256);
create index search_stories_by_words on search_stories using gin (words) with (gin_pending_list_limit = 256);
create index search_stories_popular on search_stories using gin (words, doc) with (gin_pending_list_limit = 256)
  where is_popular;
create index search_stories_by_title_key on search_stories (title_key);

create table search_pieces (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  -- 0: the title alone; 1 and up: the text
  piece integer not null check (piece >= 0),
  -- empty for a text that is to be indexed again
  stemmer text not null,
  version integer not null,
  -- the piece as readers see it, for excerpts; empty for the title
  text text not null,
  doc tsvector not null,
  primary key (story_id, chapter_id, piece),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
-- Supports erasing and indexing a chapter.
create index search_pieces_by_chapter on search_pieces (chapter_id);
-- Supports finding a chapter by its text or title, and quick results by titles alone.
create index search_pieces_by_doc on search_pieces using gin (doc) with (gin_pending_list_limit = 256);
create index search_pieces_by_title on search_pieces using gin (doc) with (gin_pending_list_limit = 256)
  where piece = 0;

create table search_people (
  user_id uuid primary key references users on delete cascade,
  -- username and display name as they were indexed
  name text not null,
  -- the same in words with spaces
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
