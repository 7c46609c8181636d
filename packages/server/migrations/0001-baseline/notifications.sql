-- See docs/product/notifications.md.

-- What a person is notified of, except for new chapters, which are found by what the person follows. Only the recipient
-- is a foreign key: the rest is looked up when notifications are listed.
create table notifications (
  user_id uuid not null references users on delete cascade,
  id uuid not null default uuidv7(),
  kind text not null
    check (kind in ('reply', 'mention', 'comment', 'review', 'follower', 'passage', 'schedule', 'import', 'decision',
      'request', 'accepted', 'declined', 'ban', 'plan', 'allowed', 'removed', 'outcome', 'reported',
      'post', 'fix', 'fixed', 'beta', 'founder', 'note', 'moved')),
  -- the comment, post, note, review, follower, author who has moved, chapter (of a passage or a schedule), import, what was decided about, the
  -- community that people ask to join or were banned from, the entry of a report that was decided, or the notice about a
  -- plan; of fixes and beta readers’ comments the story; of what waits for founder and moderators the community, and for admins zeros
  subject_id uuid not null,
  story_id uuid,
  chapter_id uuid,
  -- where the post is, or that people ask to join, were banned from or look after
  community_id uuid,
  -- who did it
  actor_id uuid,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  primary key (user_id, id),
  constraint notifications_once unique (user_id, kind, subject_id)
);
-- Support erasing a story or a chapter, and deleting a person.
create index notifications_by_story on notifications (story_id) where story_id is not null;
create index notifications_by_chapter on notifications (chapter_id) where chapter_id is not null;
create index notifications_by_actor on notifications (actor_id) where actor_id is not null;
-- Supports finding what is new.
create index notifications_unread on notifications (user_id, created_at) where read_at is null;
-- Supports deleting old ones.
create index notifications_by_time on notifications (created_at);

create table chapter_news (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  -- Chapters up to then are not new any more.
  seen_until timestamptz,
  -- Chapters up to then were in an email.
  mailed_until timestamptz,
  is_muted boolean not null default false,
  primary key (user_id, story_id)
);
-- Supports erasing a story.
create index chapter_news_by_story on chapter_news (story_id);

create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  muted_kinds text[] not null default '{passage}',
  -- Chapters of all stories up to then are not new any more.
  chapters_seen_until timestamptz,
  -- When topics are emailed, as far as the person has chosen: { chapters: 'daily' }.
  schedules jsonb not null default '{}' constraint notification_schedules
    check (jsonb_typeof(schedules) = 'object' and octet_length(schedules::text) <= 1000),
  -- At which hour digests are sent, in the person's time zone; null for the usual one.
  email_hour smallint check (email_hour between 0 and 23),
  -- whether a topic is emailed at once
  wants_now boolean not null generated always as (schedules @? '$.* ? (@ == "now")') stored
);
-- Supports finding the few people for whom there may be an email every minute.
create index notification_settings_now on notification_settings (user_id) where wants_now;
