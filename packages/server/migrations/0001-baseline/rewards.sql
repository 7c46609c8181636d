-- See docs/product/rewards.md.

-- What the server saw a person do that quests and rewards count: once for each thing, whatever is done to it later.
create table counted_actions (
  user_id uuid not null references users on delete cascade,
  action text not null check (action in ('finish_chapter', 'comment', 'highlight', 'like', 'react', 'rate', 'save',
    'follow', 'post', 'publish_chapter')),
  -- what it was done to: a chapter, a story, a person, a post …; without a reference: it counts when that is erased
  subject_id uuid not null,
  -- the comment, review, post or chapter that a removal by the team takes back, or the followed person
  thing_id uuid,
  -- in the person's time zone
  day date not null,
  counted_at timestamptz not null,
  -- set while the team has removed the thing
  removed_at timestamptz,
  primary key (user_id, action, subject_id)
);
-- Supports the progress of quests.
create index counted_actions_by_day on counted_actions (user_id, day, action);
-- Supports taking back what counted a removed thing, and forgetting a person who was followed.
create index counted_actions_by_thing on counted_actions (thing_id) where thing_id is not null;

-- Every change of a balance. Append-only: what is taken back is an entry of its own.
create table ledger_entries (
  user_id uuid not null references users on delete cascade,
  id uuid not null default uuidv7(),
  currency text not null check (currency in ('ink', 'coins', 'gems')),
  -- 0 where nothing was left that could be taken back
  amount integer not null check (amount between -1000000 and 1000000 and (amount <> 0 or strpos(source, '#') > 0)),
  -- a sentence in plain text
  reason text not null check (length(reason) between 1 and 200),
  -- What it was paid for, such as chapter:<id>, daily:2026-03-29, quest:<id>: nothing is paid twice.
  -- Collation C, so that an index finds a source with its corrections (<source>#1 …).
  source text collate "C" not null check (length(source) between 1 and 120),
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index ledger_entries_by_source on ledger_entries (user_id, source, currency);
-- Supports the list, newest first.
create index ledger_entries_by_time on ledger_entries (user_id, created_at desc, id desc);
-- Supports the ranking of a week.
create index ledger_entries_earned on ledger_entries using brin (created_at);

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the ledger are never changed.';
end $$;
create trigger ledger_entries_append_only before update on ledger_entries for each row
  execute function refuse_ledger_change();

-- The sum of a person's entries, changed in the statement that adds them.
create table balances (
  user_id uuid not null references users on delete cascade,
  currency text not null check (currency in ('ink', 'coins', 'gems')),
  amount bigint not null check (amount >= 0),
  primary key (user_id, currency)
) with (fillfactor = 80);
