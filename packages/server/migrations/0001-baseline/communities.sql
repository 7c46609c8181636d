-- See docs/product/communities.md.

create table communities (
  id uuid primary key default uuidv7(),
  name text not null check (name <> '' and char_length(name) <= 80),
  description text not null check (char_length(description) <= 2000),
  category text not null check (category in ('general', 'genre', 'book_club', 'writing_group')),
  is_private boolean not null,
  -- whether search engines may list it while it is public, as its founder chose
  is_indexed boolean not null default true,
  -- [{ title, description }]
  rules jsonb not null default '[]',
  -- the cover, and who chose it, whose upload it may be
  image text,
  image_by uuid references users,
  -- what it belongs to: a story of the founder, or the founder as an author
  story_id uuid references stories on delete set null,
  is_of_founder boolean not null default false,
  created_at timestamptz not null,
  -- nobody sees it
  deleted_at timestamptz,
  -- until when its founder can restore a deleted one; at deleted_at: a nightly job erases it
  erase_at timestamptz,
  -- for searches
  words tsvector not null generated always as (
    setweight(to_tsvector('simple'::regconfig, words_key(name)), 'A')
    || setweight(to_tsvector('simple'::regconfig, words_key(description)), 'B')) stored,
  constraint communities_erased check ((erase_at is null) = (deleted_at is null)),
  constraint communities_image check (image is null or image_by is not null),
  constraint communities_belongs check (story_id is null or not is_of_founder)
);
create index communities_by_words on communities using gin (words);
create index communities_by_time on communities (created_at, id);
-- The communities of a story, and the foreign keys.
create index communities_by_story on communities (story_id);
create index communities_by_image_by on communities (image_by);
create index communities_deleted on communities (erase_at) where deleted_at is not null;

-- Locked first by everything that changes a community, its people or its posts.
create table community_counts (
  community_id uuid primary key references communities on delete cascade,
  -- rows of community_members
  members bigint not null default 0 check (members >= 0),
  -- posts with is_shown
  posts bigint not null default 0 check (posts >= 0)
);
-- The hub: those with the most members first.
create index community_counts_most on community_counts (members desc, community_id desc);

create table community_members (
  community_id uuid not null references communities,
  user_id uuid not null references users,
  role text not null check (role in ('founder', 'moderator', 'member')),
  joined_at timestamptz not null,
  -- since when they have the role; for members, when they joined
  role_since timestamptz not null,
  -- of which new posts they are notified: all, those that founder and moderators wrote and pinned, or none
  news text not null default 'highlights' check (news in ('all', 'highlights', 'none')),
  -- posts up to then are not unread
  seen_until timestamptz not null default '-infinity',
  -- the order of lists, and of who takes over
  rank smallint not null generated always as (
    case role when 'founder' then 0 when 'moderator' then 1 else 2 end) stored,
  primary key (community_id, user_id)
);
create unique index community_members_founder on community_members (community_id) where role = 'founder';
create index community_members_by_rank on community_members (community_id, rank, role_since, user_id);
-- A person's communities, and the foreign key.
create index community_members_by_user on community_members (user_id, joined_at desc, community_id);

create table community_requests (
  community_id uuid not null references communities,
  user_id uuid not null references users,
  created_at timestamptz not null,
  primary key (community_id, user_id)
);
create index community_requests_by_time on community_requests (community_id, created_at, user_id);
create index community_requests_by_user on community_requests (user_id);

create table community_bans (
  community_id uuid not null references communities,
  user_id uuid not null references users,
  by_id uuid references users,
  reason text not null check (reason <> '' and char_length(reason) <= 300),
  -- null: without end
  ends_at timestamptz,
  created_at timestamptz not null,
  -- whether the person is notified of it
  is_told boolean not null,
  -- what the person says against it, once; and whether founder or moderators declined it
  appeal text check (appeal <> '' and char_length(appeal) <= 2000),
  appealed_at timestamptz,
  is_refused boolean not null default false,
  primary key (community_id, user_id),
  constraint community_bans_appeal check ((appeal is null) = (appealed_at is null) and (appeal is not null or not is_refused))
);
create index community_bans_appealed on community_bans (community_id) where appeal is not null and not is_refused;
create index community_bans_by_time on community_bans (community_id, created_at desc, user_id desc);
create index community_bans_by_user on community_bans (user_id);
create index community_bans_by_by on community_bans (by_id);
create index community_bans_ending on community_bans (ends_at) where ends_at is not null;

create table community_invitations (
  community_id uuid not null references communities,
  id uuid not null default uuidv7(),
  -- SHA-256 of the token in the link
  token_hash bytea not null unique,
  uses integer not null check (uses between 1 and 1000),
  used integer not null default 0 check (used between 0 and uses),
  ends_at timestamptz not null,
  by_id uuid references users,
  created_at timestamptz not null,
  primary key (community_id, id)
);
create index community_invitations_by_by on community_invitations (by_id);
create index community_invitations_ending on community_invitations (ends_at);

create table community_posts (
  community_id uuid not null references communities,
  id uuid not null default uuidv7() unique,
  -- null for a deleted one
  user_id uuid references users,
  -- who wrote a deleted one, so that it counts among those of a day
  written_by uuid references users on delete set null,
  title text not null check (char_length(title) <= 200),
  content text not null check (char_length(content) <= 40000),
  -- the people whom it mentions, by their ids: they may get other names, or leave
  mentioned uuid[] not null default '{}',
  tags text[] not null default '{}',
  -- it is about a story up to this chapter
  chapter_id uuid references chapters on delete set null,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- what it said is gone; a nightly job erases it with its comments
  deleted_at timestamptz,
  -- since when it is taken down by a measure
  taken_down_at timestamptz,
  -- whether that is so, or its writer is suspended or being deleted
  is_withheld boolean not null default false,
  is_pinned boolean not null default false,
  is_locked boolean not null default false,
  -- rows of community_post_likes
  likes bigint not null default 0 check (likes >= 0),
  -- for searches
  words tsvector not null generated always as (to_tsvector('simple'::regconfig, words_key(title || ' ' || content))) stored,
  is_shown boolean not null generated always as (deleted_at is null and not is_withheld) stored,
  primary key (community_id, id),
  constraint community_posts_deleted
    check (case when deleted_at is null then user_id is not null and title <> '' and content <> ''
    else user_id is null and title = '' and content = '' and tags = '{}' end)
);
-- The list by newest with pinned ones first, oldest and most liked.
create index community_posts_newest on community_posts (community_id, is_pinned desc, created_at desc, id desc)
  where is_shown;
create index community_posts_oldest on community_posts (community_id, created_at, id) where is_shown;
create index community_posts_liked on community_posts (community_id, likes desc, created_at desc, id desc)
  where is_shown;
-- A person's posts of a day, and the foreign keys.
create index community_posts_by_user on community_posts (user_id, created_at);
create index community_posts_by_writer on community_posts (written_by, created_at);
create index community_posts_by_chapter on community_posts (chapter_id);
-- Those of a person that are held.
create index community_posts_taken_down on community_posts (user_id) where taken_down_at is not null;
create index community_posts_by_words on community_posts using gin (words) where is_shown;
create index community_posts_removed on community_posts (deleted_at) where deleted_at is not null;

create table community_post_likes (
  user_id uuid not null references users,
  post_id uuid not null references community_posts (id),
  created_at timestamptz not null,
  primary key (user_id, post_id)
);
create index community_post_likes_by_post on community_post_likes (post_id);
