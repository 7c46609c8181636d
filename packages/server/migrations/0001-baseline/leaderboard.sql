-- See docs/product/leaderboard.md.

-- The people who asked to be listed, as a job has ranked them; who may be seen is checked again by each reading.
create table leaderboard_entries (
  board text not null check (board in ('minutes', 'words', 'ink')),
  period text not null check (period in ('week', 'month', 'all')),
  user_id uuid not null references users on delete cascade,
  value integer not null check (value > 0),
  -- from 1; equal values have equal ranks
  rank integer not null check (rank > 0),
  primary key (board, period, user_id)
);
-- Supports pages, and the rank of a value.
create index leaderboard_entries_by_value on leaderboard_entries (board, period, value desc, user_id);
-- Supports deleting a person.
create index leaderboard_entries_by_user on leaderboard_entries (user_id);

-- Supports the job, which reads only those who asked to be listed.
create index users_ranked on users (id) where is_ranked;
