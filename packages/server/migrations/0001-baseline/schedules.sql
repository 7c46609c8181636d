-- See docs/product/schedules.md.

create table chapter_schedules (
  chapter_id uuid primary key references chapters on delete cascade,
  story_id uuid not null references stories on delete cascade,
  publish_at timestamptz not null,
  -- Why the chapter could not be published when it was due. It is not tried again.
  problem text
    check (problem in ('too_short', 'unverified', 'story_unpublished', 'story_taken_down', 'chapter_taken_down',
    'author_suspended', 'deleted')),
  created_at timestamptz not null
);
-- Supports finding what is due.
create index chapter_schedules_due on chapter_schedules (publish_at) where problem is null;
-- Supports a story's next date, and deleting a story.
create index chapter_schedules_by_story on chapter_schedules (story_id, publish_at);

-- A published chapter has no schedule, however it was published.
create function delete_schedule_of_chapter() returns trigger language plpgsql as $$
begin
  delete from chapter_schedules where chapter_id = new.id;
  return null;
end $$;
create trigger chapters_schedule_ends after update of is_published on chapters for each row
  when (new.is_published and not old.is_published) execute function delete_schedule_of_chapter();

-- Readers see the date of a story's next chapter.
create function bump_revisions_of_schedules() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id in (select story_id from changed);
  return null;
end $$;
create trigger chapter_schedules_insert after insert on chapter_schedules referencing new table as changed
  for each statement execute function bump_revisions_of_schedules();
create trigger chapter_schedules_update after update on chapter_schedules referencing new table as changed
  for each statement execute function bump_revisions_of_schedules();
create trigger chapter_schedules_delete after delete on chapter_schedules referencing old table as changed
  for each statement execute function bump_revisions_of_schedules();

create function bump_revision_of_scheduled_chapter() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id = new.story_id
    and exists (select from chapter_schedules where chapter_id = new.id);
  return null;
end $$;
create trigger chapters_scheduled_deleted after update of deleted_at on chapters for each row when (old.deleted_at
  is distinct from new.deleted_at) execute function bump_revision_of_scheduled_chapter();
