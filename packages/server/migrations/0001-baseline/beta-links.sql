-- See docs/product/beta-links.md.

create table beta_links (
  id uuid primary key default uuidv7(),
  story_id uuid not null references stories on delete cascade,
  label text not null check (char_length(label) <= 60),
  comments text not null check (comments in ('none', 'author', 'all')),
  -- SHA-256 of the token in the link
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  ends_at timestamptz not null
);
-- Supports a story's list, and deleting a story.
create index beta_links_by_story on beta_links (story_id, created_at);
-- Supports deleting those that have ended.
create index beta_links_ending on beta_links (ends_at);

create table beta_link_chapters (
  link_id uuid not null references beta_links on delete cascade,
  chapter_id uuid not null references chapters on delete cascade,
  primary key (link_id, chapter_id)
);
-- Supports deleting a chapter.
create index beta_link_chapters_by_chapter on beta_link_chapters (chapter_id);

-- Whoever has opened a link: an account, or a browser with a secret of its own.
create table beta_readers (
  id uuid primary key default uuidv7(),
  link_id uuid not null references beta_links on delete cascade,
  user_id uuid references users on delete cascade,
  -- SHA-256 of the link's token and the secret
  secret_hash bytea check (octet_length(secret_hash) = 32),
  -- what they typed; empty for an account that is shown, and before the first comment
  name text not null default '' check (char_length(name) <= 40),
  constraint beta_readers_one check ((user_id is null) <> (secret_hash is null)),
  unique (link_id, user_id),
  unique (link_id, secret_hash)
);
-- Supports deleting an account.
create index beta_readers_by_user on beta_readers (user_id);

-- Which text of a chapter they opened last.
create table beta_reads (
  reader_id uuid not null references beta_readers on delete cascade,
  chapter_id uuid not null references chapters on delete cascade,
  version integer not null check (version >= 1),
  primary key (reader_id, chapter_id)
);
-- Supports deleting a chapter.
create index beta_reads_by_chapter on beta_reads (chapter_id);

create table beta_comments (
  id uuid primary key default uuidv7(),
  link_id uuid not null references beta_links on delete cascade,
  chapter_id uuid not null references chapters on delete cascade,
  reader_id uuid not null references beta_readers on delete cascade,
  -- the id of the paragraph in which the passage begins, and its words
  paragraph integer not null,
  quote text not null check (char_length(quote) between 1 and 500),
  text text not null check (char_length(text) between 1 and 2000),
  is_resolved boolean not null default false,
  -- whether other readers of the link were to see it when it was written
  is_shared boolean not null,
  created_at timestamptz not null
);
-- Supports a chapter's comments, and counting a link's.
create index beta_comments_by_link on beta_comments (link_id, chapter_id);
-- Supports deleting a chapter, and the author's list.
create index beta_comments_by_chapter on beta_comments (chapter_id);
-- Supports deleting an account, and counting a reader's.
create index beta_comments_by_reader on beta_comments (reader_id);
