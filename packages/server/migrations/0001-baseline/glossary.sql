-- See docs/product/glossary.md.

create table glossary_entries (
  story_id uuid not null references stories on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('person', 'place', 'term')),
  names text[] not null check (cardinality(names) between 1 and 10),
  primary key (story_id, id)
);

-- What readers of a chapter learn about an entry.
create table glossary_notes (
  story_id uuid not null,
  entry_id uuid not null,
  chapter_id uuid not null,
  text text not null check (char_length(text) between 1 and 600),
  bytes integer not null generated always as (octet_length(text) + 100) stored,
  -- With the size, so that adding up an author's texts reads the index alone.
  primary key (story_id, entry_id, chapter_id) include (bytes),
  foreign key (story_id, entry_id) references glossary_entries on delete cascade,
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
-- Supports erasing a chapter.
create index glossary_notes_by_chapter on glossary_notes (chapter_id, story_id);

-- What happened in a chapter, for readers who return to its story.
create table chapter_recaps (
  story_id uuid not null,
  chapter_id uuid not null,
  recap text not null check (char_length(recap) between 1 and 300),
  bytes integer not null generated always as (octet_length(recap) + 100) stored,
  primary key (story_id, chapter_id) include (bytes),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
