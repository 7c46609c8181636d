-- See docs/product/reactions.md.

create table reactions (
  id uuid not null default uuidv7(),
  -- The story or chapter. Without a foreign key, as for comments: reactions.queries.ts deletes those of what is erased.
  subject_kind text not null,
  subject_id uuid not null,
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('love', 'laugh', 'surprise', 'sad', 'suspense')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (subject_id, user_id)
);
-- A person's quota, export and deletion.
create index reactions_by_user on reactions (user_id);
-- A call names a reaction by its id alone.
create index reactions_by_id on reactions (id);

create table reaction_counts (
  subject_id uuid not null,
  type text not null,
  reactions bigint not null default 0 check (reactions >= 0),
  primary key (subject_id, type)
);
