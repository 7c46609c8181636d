-- See docs/product/recommendations.md.

create table story_neighbours (
  story_id uuid not null references stories on delete cascade,
  -- a story that readers with the first one also have
  neighbour_id uuid not null references stories on delete cascade,
  similarity double precision not null check (similarity > 0),
  primary key (story_id, neighbour_id)
);
-- Supports erasing a story.
create index story_neighbours_by_neighbour on story_neighbours (neighbour_id);

-- The stories in libraries, and when they were last compared with others.
create table compared_stories (
  story_id uuid primary key references stories on delete cascade,
  -- readers without the author, up to 1,000, when a library last gained the story or it was compared
  readers integer not null,
  -- null for one that has not been compared yet
  compared_at timestamptz,
  -- whether a library with the story has gained another story since
  is_due boolean not null default true
);
create index compared_stories_due on compared_stories (compared_at) where is_due;

create table genre_rankings (
  genre_id uuid not null references genres on delete cascade,
  story_id uuid not null references stories on delete cascade,
  quality double precision not null,
  primary key (genre_id, story_id)
);
-- Supports the best stories of a genre.
create index genre_rankings_by_quality on genre_rankings (genre_id, quality desc, story_id desc);
-- Supports erasing a story.
create index genre_rankings_by_story on genre_rankings (story_id);

create table recommendation_state (
  only_row boolean primary key default true check (only_row),
  -- counts the runs of the jobs that changed something
  revision bigint not null default 0,
  -- the stories of readers with library entries created until then have become due
  neighbours_until timestamptz
);
insert into recommendation_state default values;
