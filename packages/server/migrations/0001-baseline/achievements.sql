-- See docs/product/achievements.md.

-- What people have earned; it stays, whatever becomes of what it was earned by.
create table achievements (
  user_id uuid not null references users on delete cascade,
  achievement_id text not null check (achievement_id ~ '^[a-z0-9-]{1,40}$'),
  completed_at timestamptz not null,
  -- since when their profile shows it
  claimed_at timestamptz,
  primary key (user_id, achievement_id)
);

-- How many readers hold each, as a job has counted it. One that is missing has not been given for the past yet.
create table achievement_holders (
  achievement_id text primary key,
  holders integer not null check (holders >= 0),
  -- people who have read anything
  readers integer not null check (readers >= 0)
);
