-- See docs/product/blocking.md.

create table blocks (
  -- who blocked or muted the other person
  user_id uuid not null references users on delete cascade,
  other_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('block', 'mute')),
  created_at timestamptz not null,
  -- Supports finding whom a person does not see.
  primary key (user_id, other_id, kind),
  constraint blocks_not_oneself check (user_id <> other_id)
);
-- Supports finding who does not see a person, and the foreign key.
create index blocks_by_other on blocks (other_id, user_id);
-- A person's list, the latest first.
create index blocks_by_time on blocks (user_id, created_at desc, other_id desc);
