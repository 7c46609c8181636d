-- See docs/product/following.md.

create table story_follows (
  follower_id uuid not null references users on delete cascade,
  -- Without a foreign key, which would lock the story's row: story-follows.queries.ts deletes those of what is erased.
  story_id uuid not null,
  created_at timestamptz not null,
  -- in the story's number of followers; a job changes it after the follower was hidden or restored
  is_counted boolean not null default true,
  primary key (follower_id, story_id)
);
-- A story's followers, and erasing it.
create index story_follows_by_story on story_follows (story_id, follower_id);
-- Supports counting those of a period.
create index story_follows_by_time on story_follows (story_id, created_at);

create table series_follows (
  follower_id uuid not null references users on delete cascade,
  series_id uuid not null references series on delete cascade,
  -- those of its stories that it has made its follower follow; each is followed only once
  followed_stories uuid[] not null,
  created_at timestamptz not null,
  primary key (follower_id, series_id)
);
-- A series' followers, and deleting it.
create index series_follows_by_series on series_follows (series_id, follower_id);

create table story_follow_counts (
  story_id uuid primary key,
  -- rows of story_follows that are counted
  followers bigint not null check (followers >= 0)
);
