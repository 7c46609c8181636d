-- See docs/product/schedules.md.

create table chapter_schedules (
  story_id uuid not null references stories on delete cascade,
  chapter_id uuid not null,
  publish_at timestamptz not null,
  -- Why the chapter could not be published when it was due. It is not tried again.
  problem text
    check (problem in ('too_short', 'unverified', 'story_unpublished', 'story_taken_down', 'chapter_taken_down',
    'author_suspended', 'deleted')),
  -- when it was last set
  scheduled_at timestamptz not null,
  is_paused boolean not null default false,
  -- whether followers are told when it is published
  announce boolean not null default true,
  primary key (story_id, chapter_id),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);
-- Supports finding what is due.
create index chapter_schedules_due on chapter_schedules (publish_at) where problem is null and not is_paused;
-- Supports a story's next date, and deleting a story.
create index chapter_schedules_by_story on chapter_schedules (story_id, publish_at);
