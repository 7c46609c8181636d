-- See docs/product/store.md.

create table purchases (
  user_id uuid not null references users on delete cascade,
  -- chosen by the client
  id uuid not null,
  item_id text not null check (item_id ~ '^[a-z-]{1,40}$'),
  kind text not null check (kind in ('frame', 'ornament', 'theme', 'cover', 'ribbon', 'rest-day')),
  price integer not null check (price > 0),
  currency text not null check (currency in ('ink', 'coins', 'gems')),
  bought_at timestamptz not null,
  -- when it was first in use, or used up
  used_at timestamptz,
  undone_at timestamptz,
  -- A theme is in use while the reading settings name it.
  is_in_use boolean not null default false,
  primary key (user_id, id),
  constraint purchases_used check (used_at is null or undone_at is null),
  constraint purchases_in_use check (not is_in_use or (used_at is not null and kind not in ('theme', 'rest-day')))
);
create unique index purchases_owned_once on purchases (user_id, item_id) where undone_at is null and kind <> 'rest-day';
create unique index purchases_one_in_use on purchases (user_id, kind) where is_in_use;

-- Days that count as rest days of a person's streak.
create table rest_days (
  user_id uuid not null references users on delete cascade,
  day date not null,
  primary key (user_id, day)
);
