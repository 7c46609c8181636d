-- See docs/product/beta-links.md.

create table beta_links (
  id uuid primary key default uuidv7(),
  chapter_id uuid not null references chapters on delete cascade,
  -- SHA-256 of the token in the link
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  ends_at timestamptz not null
);
-- Supports a chapter's list, and deleting a chapter.
create index beta_links_by_chapter on beta_links (chapter_id, created_at);
-- Supports deleting those that have ended.
create index beta_links_ending on beta_links (ends_at);
