-- See docs/product/following.md.

create table story_follows (
  follower_id uuid not null references users on delete cascade,
  -- Without a foreign key, which would lock the story's row: story-follows.queries.ts deletes those of what is erased.
  story_id uuid not null,
  created_at timestamptz not null,
  primary key (follower_id, story_id)
);
-- A story's followers, and erasing it.
create index story_follows_by_story on story_follows (story_id, follower_id);

create table story_follow_counts (
  story_id uuid primary key,
  -- rows of story_follows
  followers bigint not null check (followers >= 0)
);
