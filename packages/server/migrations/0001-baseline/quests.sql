-- See docs/product/quests.md.

-- The quests of a person. Whether they are complete follows from what the person did, whether they are paid from the ledger.
create table assigned_quests (
  user_id uuid not null references users on delete cascade,
  -- its name in the catalogue and starts_on, such as chapters-of-the-day:2026-03-29
  quest_id text not null check (length(quest_id) <= 51),
  type text not null check (type in ('DAILY', 'WEEKLY', 'MONTHLY')),
  -- at most three at a time, also for concurrent requests
  slot smallint not null check (slot between 1 and 3),
  -- in the person's days
  starts_on date not null,
  ends_on date not null check (ends_on >= starts_on),
  -- the day it was given: target and reward are those of the days that were left
  assigned_on date not null check (assigned_on between starts_on and ends_on),
  -- Whether the job has paid it, or found it incomplete, after its end.
  is_settled boolean not null default false,
  primary key (user_id, quest_id),
  constraint assigned_quests_slot unique (user_id, type, starts_on, slot)
);
create index assigned_quests_by_end on assigned_quests (user_id, ends_on);
-- Supports the job.
create index assigned_quests_unsettled on assigned_quests (user_id, ends_on) where not is_settled;
