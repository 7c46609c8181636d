-- See docs/product/ratings.md.

create table ratings (
  id uuid not null default uuidv7() unique,
  story_id uuid not null references stories on delete cascade,
  user_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  -- null for a rating without a text
  review text check (review <> ''),
  is_spoiler boolean not null default false,
  -- how much of the story the reviewer had read when writing the text, in percent
  progress smallint not null default 0 check (progress between 0 and 100),
  -- rows of review_votes
  helpful bigint not null default 0 check (helpful >= 0),
  -- when the text was first written, and last changed after that
  written_at timestamptz,
  edited_at timestamptz,
  -- the author's reply
  reply text check (reply <> ''),
  replied_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- since when the review is taken down by a measure
  taken_down_at timestamptz,
  primary key (story_id, user_id),
  constraint ratings_review check ((review is null) = (written_at is null)),
  constraint ratings_only_reviews
    check (review is not null or (not is_spoiler and helpful = 0 and edited_at is null and reply is null)),
  constraint ratings_reply check ((reply is null) = (replied_at is null))
);
-- Supports counting the reviews that are not listed.
create index reviews_taken_down on ratings (story_id) where taken_down_at is not null;
-- A person's export and deletion, and the reviews whose writer's name changes.
create index ratings_by_user on ratings (user_id, story_id);
-- Supports counting those of a period.
create index ratings_by_time on ratings (story_id, created_at, user_id);
-- A story's reviews by newest, lowest, highest (read backwards) and most helpful.
create index reviews_by_time on ratings (story_id, written_at desc, id desc) where review is not null;
create index reviews_by_lowest on ratings (story_id, rating, written_at desc, id desc) where review is not null;
create index reviews_by_highest on ratings (story_id, rating, written_at, id) where review is not null;
create index reviews_by_helpful on ratings (story_id, helpful desc, written_at desc, id desc)
  where review is not null;

create table review_votes (
  story_id uuid not null references stories on delete cascade,
  user_id uuid not null references users on delete cascade,
  rating_id uuid not null references ratings (id) on delete cascade,
  created_at timestamptz not null,
  primary key (story_id, user_id, rating_id)
);
-- The foreign keys.
create index review_votes_by_rating on review_votes (rating_id);
create index review_votes_by_user on review_votes (user_id);

create table story_ratings (
  story_id uuid primary key references stories on delete cascade,
  stars_1 bigint not null default 0 check (stars_1 >= 0),
  stars_2 bigint not null default 0 check (stars_2 >= 0),
  stars_3 bigint not null default 0 check (stars_3 >= 0),
  stars_4 bigint not null default 0 check (stars_4 >= 0),
  stars_5 bigint not null default 0 check (stars_5 >= 0),
  reviews bigint not null default 0 check (reviews >= 0),
  ratings bigint not null generated always as (stars_1 + stars_2 + stars_3 + stars_4 + stars_5) stored,
  rating_sum bigint not null
    generated always as (stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5) stored,
  -- what the list of top-rated stories is sorted by
  score double precision,
  constraint story_ratings_score check ((score is null) = (ratings = 0))
);
-- Supports the list of top-rated stories.
create index story_ratings_by_score on story_ratings (score desc, story_id desc) where score is not null;

create table site_rating (
  only_row boolean primary key default true check (only_row),
  -- the mean of all ratings, as of the last run of its job
  mean double precision not null check (mean between 1 and 5)
);
insert into site_rating (mean) values (3);
