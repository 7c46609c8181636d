-- See docs/product/rankings.md.

-- The first stories of each ranking, as a job has ranked them; who may see them is checked by each reading.
create table story_rankings (
  period text not null check (period in ('week', 'month')),
  -- for readers who see mature stories, and for the others
  shows_mature boolean not null,
  -- null: of all genres
  genre_id uuid references genres on delete cascade,
  story_id uuid not null references stories on delete cascade,
  rank integer not null check (rank between 1 and 100),
  -- in the period before; null if there was no activity then
  previous_rank integer check (previous_rank > 0),
  -- the figure that stories are ranked by, and that of the period before
  activity bigint not null check (activity > 0),
  previous_activity bigint check (previous_activity > 0),
  constraint story_rankings_rank unique nulls not distinct (period, shows_mature, genre_id, rank)
);
-- Support erasing a story and removing a genre.
create index story_rankings_by_story on story_rankings (story_id);
create index story_rankings_by_genre on story_rankings (genre_id);
