-- See docs/product/comments.md.

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
  is_listed boolean not null
    generated always as (parent_id is null and case when removed_at is null and not is_withheld then not is_pinned
    else replies > 0 end) stored,
  primary key (story_id, id),
  constraint comments_removed
    check (case when removed_at is null then user_id is not null and content <> '' else parent_id is null and user_id
    is null and content = '' and quote is null and edited_at is null and not is_pinned and not is_withheld and likes =
    0 end),
  constraint comments_reply check (parent_id is null or (paragraph is null and not is_pinned and replies = 0)),
  constraint comments_passage
    check (case when paragraph is null then quote is null and not is_paragraph_gone else chapter_id is not null end)
);
-- The list of a place by newest, oldest (read backwards) and most liked.
create index comments_by_time on comments (story_id, place_id, created_at desc, id desc) where is_listed;
create index comments_by_likes on comments (story_id, place_id, likes desc, created_at desc, id desc) where is_listed;
-- At most one of a place, and finding it.
create unique index comments_pinned on comments (story_id, place_id) where is_pinned;
-- The comments on a paragraph, their number, and the foreign key.
create index comments_by_paragraph on comments (chapter_id, paragraph, created_at desc, id desc);
-- A comment's replies, and the foreign key.
create index comments_by_parent on comments (parent_id, created_at, id);
-- A person's export, suspension and deletion, and the foreign key.
create index comments_by_user on comments (user_id, id);

create table comment_likes (
  -- that of the comment; set by a trigger
  story_id uuid not null references stories on delete cascade,
  user_id uuid not null references users on delete cascade,
  comment_id uuid not null references comments (id) on delete cascade,
  created_at timestamptz not null,
  primary key (story_id, user_id, comment_id)
);
-- The other foreign keys.
create index comment_likes_by_comment on comment_likes (comment_id);
create index comment_likes_by_user on comment_likes (user_id);

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
);
create index comment_counts_by_chapter on comment_counts (chapter_id);

-- The shown comments on a story and its published chapters, for lists; the first comment inserts the row.
create table story_comment_counts (
  story_id uuid primary key references stories on delete cascade,
  comments bigint not null default 0 check (comments >= 0)
);
-- Supports the list of most-commented stories.
create index story_comment_counts_by_comments on story_comment_counts (comments desc, story_id desc)
  where comments > 0;

create table closed_comments (
  story_id uuid not null references stories on delete cascade,
  -- null for the whole story
  chapter_id uuid references chapters on delete cascade,
  constraint closed_comments_key unique nulls not distinct (story_id, chapter_id)
);
create index closed_comments_by_chapter on closed_comments (chapter_id);

create table commenters (
  user_id uuid primary key references users on delete cascade,
  -- the person's rows of comments
  comments bigint not null default 0 check (comments >= 0),
  -- the comments of the last minute: when, and a hash of place and text
  recent_at timestamptz[] not null default '{}',
  recent_texts bytea[] not null default '{}',
  constraint commenters_recent check (cardinality(recent_at) = cardinality(recent_texts))
);

create function set_story_of_comment_like() returns trigger language plpgsql as $$
begin
  select story_id into new.story_id from comments where id = new.comment_id;
  return new;
end $$;
create trigger comment_likes_story before insert on comment_likes for each row
  execute function set_story_of_comment_like();

-- A place's comments are counted before those that are replied to: their own change is counted inside that of their
-- replies. The comments that are replied to are locked before the counts, as a like does.
-- A connection keeps the plans of its first change, which may be of one comment or of 20,000. So rows that changed are
-- not joined with each other, and tables are only read by their indexes.
create function count_comments_insert() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare has_replies boolean;
begin
  select exists (select from (select *, 1 as by from rows_after) c where parent_id is not null) into has_replies;
  if has_replies then
    perform from comments where id in (select parent_id from (select *, 1 as by from rows_after) c) order by id
      for no key update;
  end if;
  insert into comment_counts as k (story_id, chapter_id, listed, shown)
  select story_id, chapter_id, count(*) filter (where is_listed), count(*) filter (where is_shown)
  from rows_after group by story_id, chapter_id order by story_id, chapter_id
  on conflict (story_id, place_id) do update
  set listed = k.listed + excluded.listed, shown = k.shown + excluded.shown, revision = k.revision + 1;
  if has_replies then
    update comments p set replies = p.replies + n.shown from (
      select parent_id, sum(by * is_shown::integer) as shown from (select *, 1 as by from rows_after) c
      where parent_id is not null group by parent_id) n
    where p.id = n.parent_id and n.shown <> 0;
  end if;
  insert into story_comment_counts as s (story_id, comments)
  select c.story_id, count(*) filter (where c.is_shown and (c.chapter_id is null or h.is_published))
    from rows_after c left join chapters h on h.id = c.chapter_id group by c.story_id order by c.story_id
  on conflict (story_id) do update set comments = s.comments + excluded.comments;
  insert into story_activity_days as a (story_id, day, activity)
  select n.story_id, n.day, n.shown from (
select c.story_id, (c.created_at at time zone 'UTC')::date as day, sum(by * is_shown::integer) as shown
from (select *, 1 as by from rows_after) c join stories s on s.id = c.story_id
where c.user_id is not null and c.user_id <> s.author_id group by 1, 2) n where n.shown > 0 order by 1, 2
  on conflict (story_id, day) do update set activity = a.activity + excluded.activity, is_scored = false;
  update commenters p set comments = p.comments + n.comments from (
    select user_id, sum(by) as comments from (select *, 1 as by from rows_after) c where user_id is not null
      group by user_id) n
  where p.user_id = n.user_id and n.comments <> 0;
  return null;
end $$;
create trigger comments_counted_insert after insert on comments referencing new table as rows_after for each statement
  execute function count_comments_insert();

create function count_comments_update() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare has_replies boolean;
begin
if not exists (select id, is_shown, is_listed, user_id from rows_after
    except select id, is_shown, is_listed, user_id from rows_before) then
  perform from comment_counts
where (story_id, place_id) in (select story_id, place_id from (select *, 1 as by from rows_after
  union all select *, -1 from rows_before) c)
order by story_id, place_id for no key update;
  update comment_counts set revision = revision + 1
  where (story_id, place_id) in (select story_id, place_id from rows_after);
  return null;
end if;
  select exists (select from (select *, 1 as by from rows_after union all select *, -1 from rows_before) c
    where parent_id is not null) into has_replies;
  if has_replies then
    perform from comments where id in (select parent_id from (select *, 1 as by from rows_after union all select *, -1
      from rows_before) c) order by id for no key update;
  end if;
  perform from comment_counts
where (story_id, place_id) in (select story_id, place_id from (select *, 1 as by from rows_after
  union all select *, -1 from rows_before) c)
order by story_id, place_id for no key update;
  update comment_counts k
  set listed = k.listed + n.listed, shown = k.shown + n.shown, revision = k.revision + 1
  from (
    select story_id, place_id, sum(by * is_listed::integer) as listed, sum(by * is_shown::integer) as shown
    from (select *, 1 as by from rows_after union all select *, -1 from rows_before) c group by story_id, place_id) n
  where k.story_id = n.story_id and k.place_id = n.place_id;
  if has_replies then
    update comments p set replies = p.replies + n.shown from (
      select parent_id, sum(by * is_shown::integer) as shown from (select *, 1 as by from rows_after
        union all select *, -1 from rows_before) c
      where parent_id is not null group by parent_id) n
    where p.id = n.parent_id and n.shown <> 0;
  end if;
  update story_comment_counts s set comments = s.comments + n.shown from (
    select c.story_id, sum(by * is_shown::integer) as shown
    from (select *, 1 as by from rows_after union all select *, -1 from rows_before) c left join chapters h
      on h.id = c.chapter_id
    where c.chapter_id is null or h.is_published group by c.story_id) n
  where s.story_id = n.story_id and n.shown <> 0;
  insert into story_activity_days as a (story_id, day, activity)
  select n.story_id, n.day, n.shown from (
select c.story_id, (c.created_at at time zone 'UTC')::date as day, sum(by * is_shown::integer) as shown
from (select *, 1 as by from rows_after union all select *, -1 from rows_before) c join stories s on s.id = c.story_id
where c.user_id is not null and c.user_id <> s.author_id group by 1, 2) n where n.shown > 0 order by 1, 2
  on conflict (story_id, day) do update set activity = a.activity + excluded.activity, is_scored = false;
  update story_activity_days a set activity = greatest(0, a.activity + n.shown), is_scored = false
  from (
select c.story_id, (c.created_at at time zone 'UTC')::date as day, sum(by * is_shown::integer) as shown
from (select *, 1 as by from rows_after union all select *, -1 from rows_before) c join stories s on s.id = c.story_id
where c.user_id is not null and c.user_id <> s.author_id group by 1, 2) n
  where a.story_id = n.story_id and a.day = n.day and n.shown < 0;
  perform from commenters where user_id in (select user_id from (select *, 1 as by from rows_after
    union all select *, -1 from rows_before) c) order by user_id for no key update;
  update commenters p set comments = p.comments + n.comments from (
    select user_id, sum(by) as comments from (select *, 1 as by from rows_after union all select *, -1
      from rows_before) c where user_id is not null group by user_id) n
  where p.user_id = n.user_id and n.comments <> 0;
  return null;
end $$;
create trigger comments_counted_update after update on comments
  referencing old table as rows_before new table as rows_after for each statement
  execute function count_comments_update();

create function count_comments_delete() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare has_replies boolean;
begin
  select exists (select from (select *, -1 as by from rows_before) c where parent_id is not null) into has_replies;
  if has_replies then
    perform from comments where id in (select parent_id from (select *, -1 as by from rows_before) c) order by id
      for no key update;
  end if;
  perform from comment_counts
where (story_id, place_id) in (select story_id, place_id from (select *, -1 as by from rows_before) c)
order by story_id, place_id for no key update;
  update comment_counts k
  set listed = k.listed + n.listed, shown = k.shown + n.shown, revision = k.revision + 1
  from (
    select story_id, place_id, sum(by * is_listed::integer) as listed, sum(by * is_shown::integer) as shown
    from (select *, -1 as by from rows_before) c group by story_id, place_id) n
  where k.story_id = n.story_id and k.place_id = n.place_id;
  if has_replies then
    update comments p set replies = p.replies + n.shown from (
      select parent_id, sum(by * is_shown::integer) as shown from (select *, -1 as by from rows_before) c
      where parent_id is not null group by parent_id) n
    where p.id = n.parent_id and n.shown <> 0;
  end if;
  update story_comment_counts s set comments = s.comments + n.shown from (
    select c.story_id, sum(by * is_shown::integer) as shown
    from (select *, -1 as by from rows_before) c left join chapters h on h.id = c.chapter_id
    where c.chapter_id is null or h.is_published group by c.story_id) n
  where s.story_id = n.story_id and n.shown <> 0;
  update story_activity_days a set activity = greatest(0, a.activity + n.shown), is_scored = false
  from (
select c.story_id, (c.created_at at time zone 'UTC')::date as day, sum(by * is_shown::integer) as shown
from (select *, -1 as by from rows_before) c join stories s on s.id = c.story_id
where c.user_id is not null and c.user_id <> s.author_id group by 1, 2) n
  where a.story_id = n.story_id and a.day = n.day and n.shown < 0;
  perform from commenters where user_id in (select user_id from (select *, -1 as by from rows_before) c)
    order by user_id for no key update;
  update commenters p set comments = p.comments + n.comments from (
    select user_id, sum(by) as comments from (select *, -1 as by from rows_before) c where user_id is not null
      group by user_id) n
  where p.user_id = n.user_id and n.comments <> 0;
  return null;
end $$;
create trigger comments_counted_delete after delete on comments referencing old table as rows_before
  for each statement execute function count_comments_delete();

-- A story's number of comments leaves out those on chapters that are not published.
create function count_comments_of_chapters() returns trigger language plpgsql as $$
begin
  update story_comment_counts s set comments = s.comments + n.shown from (
    select n.story_id, sum(case when n.is_published then k.shown else -k.shown end) as shown
    from rows_after n join rows_before o using (id)
    join comment_counts k on k.story_id = n.story_id and k.place_id = n.id
    where n.is_published <> o.is_published group by n.story_id) n
  where s.story_id = n.story_id and n.shown <> 0;
  return null;
end $$;
create trigger chapters_comments after update on chapters referencing old table as rows_before new table as rows_after
  for each statement execute function count_comments_of_chapters();

create function uncount_comments_of_chapter() returns trigger language plpgsql as $$
begin
  update story_comment_counts s set comments = s.comments - k.shown from comment_counts k
  where s.story_id = old.story_id and k.story_id = old.story_id and k.place_id = old.id and k.shown <> 0;
  return old;
end $$;
create trigger chapters_comments_gone before delete on chapters for each row when (old.is_published)
  execute function uncount_comments_of_chapter();

-- Finds a person's comments and those that they reply to by indexes: with `or`, the whole table was read.
create function withhold_comments() returns trigger language plpgsql
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  perform from stories where id in (select story_id from comments where user_id = new.id)
    order by id for no key update;
  perform from comments where id in (
      select id from comments where user_id = new.id
      union select parent_id from comments where user_id = new.id and parent_id is not null)
    order by id for no key update;
  update comments set is_withheld = new.suspended_at is not null or new.deletion_due_at is not null
  where user_id = new.id;
  return null;
end $$;
create trigger users_comments after update of suspended_at, deletion_due_at on users for each row
  when ((old.suspended_at is null and old.deletion_due_at is null) <> (new.suspended_at is null and
  new.deletion_due_at is null)) execute function withhold_comments();

create function bump_revisions_of_commented_places() returns trigger language plpgsql as $$
begin
  perform from comment_counts
    where (story_id, place_id) in (select story_id, place_id from comments where user_id = new.id)
    order by story_id, place_id for no key update;
  update comment_counts set revision = revision + 1
    where (story_id, place_id) in (select story_id, place_id from comments where user_id = new.id);
  return null;
end $$;
create trigger users_comments_revision after update of username, display_name, avatar on users for each row
  when ((old.username, old.display_name, old.avatar) is distinct from (new.username, new.display_name, new.avatar))
  execute function bump_revisions_of_commented_places();
