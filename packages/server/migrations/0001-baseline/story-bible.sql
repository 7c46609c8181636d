-- See docs/product/story-bible.md.

-- An author's private notes about a story.
create table story_bible_entries (
  story_id uuid not null references stories on delete cascade,
  id uuid not null,
  title text not null check (char_length(title) between 1 and 200),
  text text not null check (char_length(text) <= 20000),
  -- counts its saves
  version integer not null check (version >= 1),
  updated_at timestamptz not null,
  bytes integer not null generated always as (octet_length(title) + octet_length(text) + 100) stored,
  -- With the size, so that adding up an author's texts reads the index alone.
  primary key (story_id, id) include (bytes)
);
