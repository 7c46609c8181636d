-- See docs/product/revisions.md.

-- What an author says to readers about the latest revision of a chapter.
create table revision_notes (
  story_id uuid not null,
  chapter_id uuid not null,
  -- the version that was current when it was written: who has read it or a later one does not see the note
  version integer not null check (version >= 1),
  note text not null check (char_length(note) between 1 and 500),
  primary key (story_id, chapter_id),
  foreign key (story_id, chapter_id) references chapters (story_id, id) on delete cascade
);

-- Stories whose readers do not see what has changed.
create table quiet_revisions (
  story_id uuid primary key references stories on delete cascade
);
