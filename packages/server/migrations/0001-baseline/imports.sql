-- See docs/product/imports.md.

create table imports (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users on delete cascade,
  file_name text not null,
  state text not null check (state in ('reading', 'review', 'writing', 'done', 'failed', 'cancelled')),
  done integer not null default 0,
  total integer not null default 0,
  story_id uuid references stories on delete set null,
  -- kept before the story is there: to be dropped when the import comes to nothing
  cover text,
  message text,
  -- reading the file took too long, which counts against the person
  was_too_slow boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- SHA-256 of the file, to recognize a book that is imported again
  file_hash bytea
);
-- Supports deleting a person, and a story.
create index imports_by_user on imports (user_id);
create index imports_by_story on imports (story_id);
-- A person imports one book at a time. Also finds what a person's review counts in the text quota.
create unique index imports_running on imports (user_id) where state in ('reading', 'review', 'writing');

create table import_reviews (
  import_id uuid primary key references imports on delete cascade,
  -- title, author, description, language, genres, status, losses and encodings
  details jsonb not null,
  cover bytea,
  -- the file, if it may have to be read in another encoding
  source bytea,
  -- the size of everything stored for this review, for the text quota
  bytes bigint not null check (bytes >= 0)
);

create table import_pieces (
  import_id uuid not null references import_reviews on delete cascade,
  piece integer not null check (piece >= 0),
  title text not null,
  named boolean not null,
  volume text not null,
  words integer not null,
  paragraphs integer not null,
  excerpt text not null,
  proposal text not null check (proposal in ('chapter', 'next', 'note', 'previous', 'omit')),
  author_notes text not null,
  end_notes text not null default '',
  content text not null,
  primary key (import_id, piece)
);
