import { type Kysely, sql } from 'kysely';

/** Comments on stories, chapters and paragraphs, and replies to them (docs/product/comments.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await tables(db);
  await indexes(db);
}

async function tables(db: Kysely<never>): Promise<void> {
  await sql`
    create table comments (
      story_id uuid not null references stories on delete cascade,
      id uuid not null default uuidv7() unique,
      -- null for a comment on the story
      chapter_id uuid references chapters on delete cascade,
      -- the chapter or, for a comment on the story, the story
      place_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored,
      -- of a reply, the comment that it replies to, which is no reply
      parent_id uuid references comments (id) on delete cascade,
      -- null for a removed one; the account's deletion removes them first
      user_id uuid references users,
      content text not null,
      -- of a comment on a passage: its paragraph's id, and what it said
      paragraph integer check (paragraph >= 0),
      quote text check (char_length(quote) <= 300),
      -- whether the chapter's text no longer has the paragraph
      is_paragraph_gone boolean not null default false,
      created_at timestamptz not null,
      edited_at timestamptz,
      -- deleted, and left because of its replies
      removed_at timestamptz,
      -- whether its writer is suspended or being deleted; set by triggers
      is_withheld boolean not null default false,
      is_pinned boolean not null default false,
      -- rows of comment_likes
      likes bigint not null default 0 check (likes >= 0),
      -- those of its replies that are shown; counted by triggers
      replies bigint not null default 0 check (replies >= 0),
      -- whether readers see who wrote what
      is_shown boolean not null generated always as (removed_at is null and not is_withheld) stored,
      -- whether the list contains it, perhaps as removed; the pinned one is beside the list
      is_listed boolean not null generated always as (parent_id is null and case
        when removed_at is null and not is_withheld then not is_pinned else replies > 0 end) stored,
      primary key (story_id, id),
      constraint comments_removed check (case when removed_at is null then user_id is not null and content <> ''
        else parent_id is null and user_id is null and content = '' and quote is null and edited_at is null
          and not is_pinned and not is_withheld and likes = 0 end),
      constraint comments_reply check (parent_id is null or (paragraph is null and not is_pinned and replies = 0)),
      constraint comments_passage check (case when paragraph is null then quote is null and not is_paragraph_gone
        else chapter_id is not null end)
    )`.execute(db);
  await sql`
    create table comment_likes (
      -- that of the comment; set by a trigger
      story_id uuid not null references stories on delete cascade,
      user_id uuid not null references users on delete cascade,
      comment_id uuid not null references comments (id) on delete cascade,
      created_at timestamptz not null,
      primary key (story_id, user_id, comment_id)
    )`.execute(db);
  await sql`
    create table comment_counts (
      story_id uuid not null references stories on delete cascade,
      -- null for the comments on the story
      chapter_id uuid references chapters on delete cascade,
      place_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored,
      -- comments with is_listed
      listed bigint not null default 0 check (listed >= 0),
      -- comments and replies with is_shown
      shown bigint not null default 0 check (shown >= 0),
      -- raised whenever something that the list shows changes
      revision bigint not null default 1,
      primary key (story_id, place_id)
    )`.execute(db);
  await sql`
    create table closed_comments (
      story_id uuid not null references stories on delete cascade,
      -- null for the whole story
      chapter_id uuid references chapters on delete cascade,
      constraint closed_comments_key unique nulls not distinct (story_id, chapter_id)
    )`.execute(db);
  await sql`
    create table commenters (
      user_id uuid primary key references users on delete cascade,
      -- the person's rows of comments
      comments bigint not null default 0 check (comments >= 0),
      -- the comments of the last minute: when, and a hash of place and text
      recent_at timestamptz[] not null default '{}',
      recent_texts bytea[] not null default '{}',
      constraint commenters_recent check (cardinality(recent_at) = cardinality(recent_texts))
    )`.execute(db);
}

async function indexes(db: Kysely<never>): Promise<void> {
  // The list of a place by newest, oldest (read backwards) and most liked.
  await sql`create index comments_by_time on comments (story_id, place_id, created_at desc, id desc)
    where is_listed`.execute(db);
  await sql`create index comments_by_likes on comments (story_id, place_id, likes desc, created_at desc, id desc)
    where is_listed`.execute(db);
  // At most one of a place, and finding it.
  await sql`create unique index comments_pinned on comments (story_id, place_id) where is_pinned`.execute(db);
  // The comments on a paragraph, their number, and the foreign key.
  await sql`create index comments_by_paragraph on comments (chapter_id, paragraph, created_at desc, id desc)`.execute(
    db,
  );
  // A comment's replies, and the foreign key.
  await sql`create index comments_by_parent on comments (parent_id, created_at, id)`.execute(db);
  // A person's export, suspension and deletion, and the foreign key.
  await sql`create index comments_by_user on comments (user_id, id)`.execute(db);
  // The other foreign keys.
  await sql`create index comment_likes_by_comment on comment_likes (comment_id)`.execute(db);
  await sql`create index comment_likes_by_user on comment_likes (user_id)`.execute(db);
  await sql`create index comment_counts_by_chapter on comment_counts (chapter_id)`.execute(db);
  await sql`create index closed_comments_by_chapter on closed_comments (chapter_id)`.execute(db);
}
