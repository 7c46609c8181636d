-- See docs/product/account.md.

create table credentials (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  email_key text not null constraint credentials_email_key unique,
  -- Argon2id in PHC form: the parameters stand beside the hash
  password_hash text not null,
  password_changed_at timestamptz not null,
  -- The address that a person wants to have next; it becomes theirs once a link sent there is followed.
  pending_email text,
  -- How many emails in a row the mail server refused for the address.
  refusals smallint not null default 0
);

create table sessions (
  -- SHA-256 of the token: what is stolen from here opens nothing
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null default '',
  -- the position in the write-ahead log after what the person wrote last; stored only while there are standbys
  written_lsn pg_lsn,
  -- Names a session to its person, who may end it; the hash of its token is not disclosed.
  id uuid not null default uuidv7()
);
-- Supports listing and ending a person's other sessions.
create index sessions_by_user on sessions (user_id);

create table email_tokens (
  -- SHA-256 of the secret in the email
  hash bytea primary key check (octet_length(hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify', 'change')),
  -- the address that it was sent to, and that following it proves
  email text not null,
  -- of a completed change: the address before it
  previous_email text,
  -- the job that sends it: a retried one has one token
  job_id uuid not null constraint email_tokens_job unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
-- Supports counting a person's emails of the last hours, finding the newest link, and deleting a person.
create index email_tokens_by_user on email_tokens (user_id, created_at);
-- Supports forgetting old links.
create index email_tokens_by_age on email_tokens (created_at);

create table login_failures (
  -- SHA-256 of an address, or of what was typed as a name
  subject bytea primary key check (octet_length(subject) = 32),
  failures integer not null check (failures > 0),
  -- when all of this is forgotten
  ends_at timestamptz not null,
  -- until when no further attempt is taken
  closed_until timestamptz check (closed_until <= ends_at)
);
-- Supports sweeping windows that are over.
create index login_failures_by_end on login_failures (ends_at);

create table known_addresses (
  user_id uuid not null references users on delete cascade,
  -- hash of the person and the address, with a key that is not in the database
  address_hash bytea not null check (octet_length(address_hash) = 32),
  seen_at timestamptz not null,
  primary key (user_id, address_hash)
);
-- Supports forgetting old ones.
create index known_addresses_by_age on known_addresses (seen_at);

-- Links with which people sign up while registration is by invitation.
create table signup_invitations (
  id uuid primary key default uuidv7(),
  -- SHA-256 of the token in the link
  token_hash bytea not null unique,
  uses integer not null check (uses between 1 and 1000),
  used integer not null default 0 check (used between 0 and uses),
  ends_at timestamptz not null,
  by_id uuid references users on delete set null,
  created_at timestamptz not null
);
create index signup_invitations_by_by on signup_invitations (by_id);
create index signup_invitations_ending on signup_invitations (ends_at);

-- Accounts that wait for an admin's approval, or were refused; until then deletion_due_at hides them, and deletes them at last.
create table signup_requests (
  user_id uuid primary key references users on delete cascade,
  -- what the person says about themselves
  words text not null check (char_length(words) <= 500),
  created_at timestamptz not null,
  refused_at timestamptz
);
-- Supports listing those that wait, the oldest first.
create index signup_requests_waiting on signup_requests (created_at, user_id) where refused_at is null;
