-- See docs/product/story-notes.md.

-- What an author writes to a story's followers between chapters.
create table story_notes (
  story_id uuid not null references stories on delete cascade,
  id uuid not null unique,
  -- null once it was deleted: the row is counted for a week
  text text check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- since when others do not see it: it is held, or a measure has removed it
  taken_down_at timestamptz,
  bytes integer not null generated always as (coalesce(octet_length(text), 0) + 100) stored,
  primary key (story_id, id)
);
