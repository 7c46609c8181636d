-- See docs/product/analytics.md. Rows of single views are deleted after 90 days; what was counted as they were inserted stays. Days
-- are those of the story's author, in the time zone that they had then. Figures of a story itself, rather than of one of its
-- chapters, have the nil id as their chapter.

-- One row per viewer, page and day. Without references, so that views of a story do not wait for its row.
create table analytics_views (
  story_id uuid not null,
  chapter_id uuid not null,
  day date not null,
  -- the key of a member, the same on all days, or that of a visitor, which changes every day; for people who do not want
  -- to be measured, of this page and day alone
  viewer bytea not null check (octet_length(viewer) = 16),
  at timestamptz not null,
  is_member boolean not null,
  is_robot boolean not null,
  -- 'search', 'story', 'profile', 'community', 'feed', 'mail', …, 'site:HOST', 'link:NAME' or 'direct'; these three are
  -- null where they are not known
  source text check (length(source) <= 80),
  device text check (device in ('mobile', 'tablet', 'desktop')),
  country text check (country ~ '^[A-Z]{2}$'),
  primary key (story_id, day, chapter_id, viewer)
);
-- Supports deleting old rows.
create index analytics_views_by_day on analytics_views (day);
-- Supports making the views of a member anonymous.
create index analytics_views_of_members on analytics_views (viewer) where is_member;

-- How many pages a visitor's address has viewed on a day in UTC.
create table visitor_view_counts (
  day date not null,
  -- the salted hash of the address, as in analytics_views
  viewer bytea not null,
  views integer not null default 0 check (views between 0 and 500),
  primary key (day, viewer)
);

create table view_salts (
  -- in UTC; forgotten with it: the hashes of its visitors then say nothing any more
  day date primary key,
  salt bytea not null
);

-- Reading sessions whose seconds have been counted; without who read.
create table analytics_sessions (
  story_id uuid not null,
  session_id uuid not null,
  day date not null,
  primary key (story_id, session_id)
);
create index analytics_sessions_by_day on analytics_sessions (day);

create table analytics_days (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  day date not null,
  views bigint not null default 0 check (views >= 0),
  robots bigint not null default 0 check (robots >= 0),
  -- members who opened a chapter on that day, each once
  readers bigint not null default 0 check (readers >= 0),
  seconds bigint not null default 0 check (seconds >= 0),
  primary key (story_id, chapter_id, day)
);

create table analytics_day_sources (
  story_id uuid not null references stories on delete cascade,
  day date not null,
  source text not null,
  views bigint not null check (views >= 0),
  primary key (story_id, day, source)
);

-- Readers of a story by week (from Monday) and month of the author, each once.
create table analytics_periods (
  story_id uuid not null references stories on delete cascade,
  period text not null check (period in ('week', 'month')),
  starts_on date not null,
  readers bigint not null check (readers >= 0),
  primary key (story_id, period, starts_on)
);

-- Who has been counted as a reader of a story's day, week or month; deleted with the rows of single views. Without
-- references, whose checks would take a quarter of the time of counting.
create table analytics_readers (
  story_id uuid not null,
  period text not null check (period in ('day', 'week', 'month')),
  starts_on date not null,
  viewer bytea not null,
  primary key (story_id, period, starts_on, viewer)
);
-- Support making the readers anonymous, and deleting old ones.
create index analytics_readers_by_viewer on analytics_readers (viewer);
create index analytics_readers_by_day on analytics_readers (starts_on);

-- Readers of all stories of an author by month, country and device; `known`: readers of whom it is known.
create table analytics_groups (
  author_id uuid not null references users on delete cascade,
  month date not null,
  dimension text not null check (dimension in ('country', 'device')),
  value text not null,
  readers bigint not null check (readers >= 0),
  known bigint not null check (known >= readers),
  primary key (author_id, month, dimension, value)
);

-- How far readers came in a chapter, each reader once.
create table analytics_chapters (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  readers bigint not null,
  finished bigint not null,
  -- of those who read it: who went on, who waits because there was nothing newer, who has not come back
  reading_on bigint not null,
  waiting bigint not null,
  gone bigint not null,
  -- those who have not finished it, by the tenth of the text where they stopped
  stops bigint[] not null check (cardinality(stops) = 10),
  primary key (story_id, chapter_id),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);

-- Readers by the version that they read last, of versions that were public.
create table analytics_versions (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  version integer not null,
  readers bigint not null check (readers > 0),
  finished bigint not null check (finished between 0 and readers),
  primary key (story_id, chapter_id, version),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);

-- Readers of a story, each once, and those who have finished all of its published chapters.
create table analytics_stories (
  story_id uuid primary key references stories on delete cascade,
  readers bigint not null check (readers >= 0),
  finished bigint not null check (finished between 0 and readers),
  counted_at timestamptz not null
);

-- Stories whose readers are to be counted again.
create table analytics_stories_due (
  story_id uuid primary key references stories on delete cascade,
  since timestamptz not null
);

-- The author's own notes on the time line.
create table analytics_notes (
  story_id uuid not null references stories on delete cascade,
  id uuid not null,
  day date not null,
  text text not null check (length(text) between 1 and 200),
  created_at timestamptz not null,
  primary key (story_id, id)
);
