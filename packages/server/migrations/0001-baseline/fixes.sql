-- See docs/product/fixes.md.

-- Fixes that readers suggest for passages of chapters. No references: deleting the account and erasing the story remove
-- them in steps.
create table fixes (
  story_id uuid not null,
  id uuid not null default uuidv7(),
  chapter_id uuid not null,
  reader_id uuid not null,
  -- the version of the chapter's text that the offsets refer to, in UTF-16 units of its content
  version integer not null check (version >= 1),
  start_offset integer not null check (start_offset >= 0),
  end_offset integer not null check (end_offset > start_offset),
  -- the words that readers see there, and the characters before and after them
  original text not null check (char_length(original) between 1 and 200),
  prefix text not null,
  suffix text not null,
  replacement text not null check (char_length(replacement) between 1 and 200),
  note text not null check (char_length(note) <= 500),
  state text not null default 'open' check (state in ('open', 'applied', 'dismissed', 'outdated')),
  is_thanked boolean not null default false,
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (story_id, id),
  constraint fixes_decided check ((state = 'open') = (decided_at is null))
);
-- Supports what an author has to decide, by chapter, and counting it.
create index fixes_open on fixes (story_id, chapter_id) where state = 'open';
-- Supports a reader's own, the latest first.
create index fixes_by_reader on fixes (reader_id, id);
-- Supports erasing a chapter.
create index fixes_by_chapter on fixes (chapter_id);

-- Whether a story's author accepts suggestions; without a row they do.
create table fix_settings (
  story_id uuid primary key references stories on delete cascade,
  is_open boolean not null
);
