-- See docs/product/ereader-email.md.

create table ereader_email (
  user_id uuid primary key references users on delete cascade,
  -- Null after it was removed: the row stays, because it counts codes and emails.
  address text check (char_length(address) <= 254),
  -- What the document that was sent there says, as long as it was not entered. Of use for nothing but this address.
  code text check (code ~ '^[0-9]{6}$'),
  code_until timestamptz,
  code_attempts integer not null default 0 check (code_attempts >= 0),
  -- How many codes were asked for on a day (UTC), and how many emails with stories were sent.
  codes_day date,
  codes integer not null default 0 check (codes >= 0),
  emails_day date,
  emails integer not null default 0 check (emails >= 0),
  confirmed_at timestamptz,
  schedule text not null default 'chapter' check (schedule in ('chapter', 'daily', 'never')),
  content text not null default 'book' check (content in ('book', 'chapters')),
  -- Ids of stories that are not sent.
  excluded uuid[] not null default '{}',
  -- How often in a row the mail server has refused the address.
  refusals integer not null default 0 check (refusals >= 0),
  -- The latest day of the person for which daily emails were queued.
  daily_day date,
  -- The secret of the links that end these emails.
  unsubscribe_key uuid not null default gen_random_uuid() constraint ereader_email_unsubscribe_key unique
);

-- How many codes were sent to an address on a day (UTC), for all people. Swept once the day is over.
create table ereader_codes (
  day date not null,
  -- SHA-256
  address_hash bytea not null check (octet_length(address_hash) = 32),
  codes integer not null check (codes > 0),
  primary key (day, address_hash)
);

create table ereader_email_stories (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null references stories on delete cascade,
  -- An email with the chapters announced until then was queued, and accepted by the mail server.
  queued_until timestamptz not null,
  sent_until timestamptz,
  -- Until when a job sends it, so that no two do.
  sending_until timestamptz,
  primary key (user_id, story_id)
);
-- Supports erasing a story.
create index ereader_email_stories_by_story on ereader_email_stories (story_id);
