-- See docs/product/uploads.md.

create table uploads (
  -- the unguessable stem of the stored files' names
  stem text primary key,
  -- null: its person or its use is gone, and nothing is left to do but to remove the files
  owner_id uuid references users on delete set null,
  kind text not null check (kind in ('cover', 'avatar')),
  widths integer[] not null,
  bytes bigint not null,
  created_at timestamptz not null,
  -- since when nothing has shown it; null while something does, or before the first look
  unused_since timestamptz
);
create index uploads_by_owner on uploads (owner_id);
-- Supports sweeping what nothing has used for long.
create index uploads_unused on uploads (unused_since) where unused_since is not null;
