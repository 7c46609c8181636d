-- See docs/product/comments.md.

create table comments (
  -- What it is on: a story, a chapter or another kind of thing. Each kind has a table of its own, so there is no foreign
  -- key: comment-counts.queries.ts deletes the comments on what is erased.
  subject_kind text not null,
  subject_id uuid not null,
  -- what that is a part of, such as a chapter's story; otherwise the subject itself
  root_id uuid not null,
  id uuid not null default uuidv7() unique,
  -- of a reply, the comment that it replies to, which is no reply
  parent_id uuid references comments (id) on delete cascade,
  -- null for a removed one; the account's deletion removes them first
  user_id uuid references users,
  content text not null,
  -- the people whom it mentions, by their ids: they may get other names, or leave
  mentioned uuid[] not null default '{}',
  -- of a comment on a passage: its paragraph's id, and what it said
  paragraph integer check (paragraph >= 0),
  quote text check (char_length(quote) <= 300),
  -- the latest version of the chapter whose paragraph has these words; readers get the quotation while it is current
  quoted_version integer,
  -- whether the chapter's text no longer has the paragraph
  is_paragraph_gone boolean not null default false,
  created_at timestamptz not null,
  edited_at timestamptz,
  -- deleted, and left because of its replies
  removed_at timestamptz,
  -- since when it is taken down by a measure
  taken_down_at timestamptz,
  -- whether that is so, or its writer is suspended or being deleted
  is_withheld boolean not null default false,
  is_pinned boolean not null default false,
  -- rows of comment_likes
  likes bigint not null default 0 check (likes >= 0),
  -- those of its replies that are shown
  replies bigint not null default 0 check (replies >= 0),
  -- whether readers see who wrote what
  is_shown boolean not null generated always as (removed_at is null and not is_withheld) stored,
  -- whether the list contains it, perhaps as removed; the pinned one is beside the list
  is_listed boolean not null
    generated always as (parent_id is null and case when removed_at is null and not is_withheld then not is_pinned
    else replies > 0 end) stored,
  primary key (subject_id, id),
  constraint comments_removed
    check (case when removed_at is null then user_id is not null and content <> '' else parent_id is null and user_id
    is null and content = '' and quote is null and edited_at is null and not is_pinned and not is_withheld and taken_down_at is null and likes = 0 end),
  constraint comments_reply check (parent_id is null or (paragraph is null and not is_pinned and replies = 0)),
  constraint comments_passage
    check (case when paragraph is null then quote is null and not is_paragraph_gone else subject_kind = 'chapter' end),
  constraint comments_quoted check ((paragraph is null) = (quoted_version is null))
);
-- The list of a subject by newest, oldest (read backwards) and most liked.
create index comments_by_time on comments (subject_id, created_at desc, id desc) where is_listed;
create index comments_by_likes on comments (subject_id, likes desc, created_at desc, id desc) where is_listed;
-- At most one of a subject, and finding it.
create unique index comments_pinned on comments (subject_id) where is_pinned;
-- The comments on a paragraph, and their number.
create index comments_by_paragraph on comments (subject_id, paragraph, created_at desc, id desc)
  where paragraph is not null;
-- An author's inbox: all that people write on a story and its chapters; and how much others wrote in a period.
create index comments_by_root on comments (root_id, created_at desc, id desc) include (user_id) where is_shown;
-- A comment's replies, and the foreign key.
create index comments_by_parent on comments (parent_id, created_at, id);
-- A person's quota, export, suspension and deletion, and the foreign key.
create index comments_by_user on comments (user_id, id);
-- Those of a person that are held.
create index comments_taken_down on comments (user_id) where taken_down_at is not null;
-- Those of a person whose likes a digest may tell of.
create index comments_liked on comments (user_id) where likes > 0;

create table comment_likes (
  user_id uuid not null references users on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, comment_id)
);
-- The other foreign key.
create index comment_likes_by_comment on comment_likes (comment_id);

-- The counts of a subject that has ever had a comment.
create table comment_counts (
  subject_id uuid primary key,
  -- of a chapter, its story
  parent_id uuid,
  -- comments with is_listed
  listed bigint not null default 0 check (listed >= 0),
  -- comments and replies with is_shown
  shown bigint not null default 0 check (shown >= 0),
  -- whether story_comment_counts leaves it out: a chapter that is not published
  is_left_out boolean not null default false
);
-- The chapters of a story.
create index comment_counts_by_parent on comment_counts (parent_id);

-- For lists: the comments and replies shown on a story and its published chapters. A foreign key would lock the story's
-- row for its first comment.
create table story_comment_counts (
  story_id uuid primary key,
  comments bigint not null default 0 check (comments >= 0)
);
-- The most commented ones.
create index story_comment_counts_most on story_comment_counts (comments desc, story_id desc) where comments > 0;

-- The subjects whose comments are closed: a story's with those of its chapters.
create table closed_comments (subject_id uuid primary key);

create table commenters (
  user_id uuid primary key references users on delete cascade,
  -- the comments of the last minute: when, and a hash of subject and text
  recent_at timestamptz[] not null default '{}',
  recent_texts bytea[] not null default '{}',
  constraint commenters_recent check (cardinality(recent_at) = cardinality(recent_texts))
);
