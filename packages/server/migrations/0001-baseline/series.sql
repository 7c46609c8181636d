-- See docs/product/series.md.

create table series (
  id uuid primary key default uuidv7(),
  author_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 1000),
  -- counts the changes of its stories
  version integer not null default 0,
  -- since when others do not see it: it is held, or a measure has removed it
  taken_down_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint series_by_id_and_author unique (id, author_id)
);
-- Supports an author's series, last changed first.
create index series_by_author on series (author_id, updated_at desc, id desc);

create table series_stories (
  series_id uuid not null,
  position integer not null check (position between 1 and 100),
  story_id uuid not null,
  author_id uuid not null,
  primary key (author_id, series_id, position),
  -- Also supports the foreign key: a story has one author.
  constraint series_stories_once unique (story_id, author_id),
  -- The series and the story are of the same author.
  foreign key (series_id, author_id) references series (id, author_id) on delete cascade,
  foreign key (story_id, author_id) references stories (id, author_id) on delete cascade
);
-- Supports a series, and the foreign key.
create index series_stories_by_series on series_stories (series_id, author_id);
