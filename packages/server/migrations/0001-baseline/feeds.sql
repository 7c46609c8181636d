-- See docs/product/feeds.md.

create table private_feeds (
  user_id uuid primary key references users on delete cascade,
  -- SHA-256 of the token in the feed's address
  hash bytea not null constraint private_feeds_hash unique check (octet_length(hash) = 32),
  created_at timestamptz not null
);
