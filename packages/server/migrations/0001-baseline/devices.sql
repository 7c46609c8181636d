-- See docs/product/devices.md.

create table device_tokens (
  user_id uuid not null references users on delete cascade,
  id uuid not null default uuidv7(),
  name text not null check (char_length(name) between 1 and 60),
  -- SHA-256 of the token: what is stolen from here opens nothing
  token_hash bytea not null constraint device_tokens_token unique check (octet_length(token_hash) = 32),
  -- SHA-256 of the token's MD5 in hex, which KOReader sends in place of a password
  sync_key_hash bytea not null constraint device_tokens_sync_key unique check (octet_length(sync_key_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (user_id, id)
);
