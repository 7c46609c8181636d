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
  primary key (story_id, id)
);
