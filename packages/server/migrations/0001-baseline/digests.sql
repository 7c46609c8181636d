-- See docs/product/digests.md.

create table digests (
  user_id uuid primary key references users on delete cascade,
  -- The secret of the links that end these emails.
  unsubscribe_key uuid not null default gen_random_uuid() constraint digests_unsubscribe_key unique,
  -- The latest day for which a daily digest was queued, and the latest day of a weekly one; days of the person.
  daily_day date,
  weekly_day date,
  -- When what is not left to a digest was queued last.
  now_at timestamptz,
  -- Until when a job writes to the person, so that no two do.
  sending_until timestamptz,
  -- How many emails were sent in a month, such as 2026-03.
  month text,
  emails integer not null default 0 check (emails >= 0)
);

-- How many likes of a story its author was told of by email.
create table mailed_likes (
  story_id uuid primary key references stories on delete cascade,
  milestone bigint not null
);

-- How many likes of a comment its writer was told of by email.
create table mailed_comment_likes (
  subject_id uuid not null,
  comment_id uuid not null,
  milestone bigint not null,
  primary key (subject_id, comment_id),
  foreign key (subject_id, comment_id) references comments (subject_id, id) on delete cascade
);
