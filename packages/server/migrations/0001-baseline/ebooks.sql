-- See docs/product/ebooks.md.

-- The reading order of a story's EPUBs, which only grows, so that a place in an earlier file means the same in a later one.
create table ebook_items (
  story_id uuid not null references stories on delete cascade,
  position integer not null check (position >= 1),
  -- without a reference: an erased chapter keeps its place
  chapter_id uuid not null,
  primary key (story_id, position),
  constraint ebook_items_chapter unique (story_id, chapter_id)
);

-- The files that readers were given.
create table ebook_files (
  story_id uuid not null references stories on delete cascade,
  -- KOReader's partial MD5
  digest bytea not null check (octet_length(digest) = 16),
  kind text not null check (kind in ('epub', 'kepub')),
  -- by position in ebook_items: the version of the chapter in the file, 0 where its text was not in it
  versions integer[] not null,
  -- whether it has the pages of these chapters only, as a book of new chapters does
  is_part boolean not null default false,
  -- when it was last handed out or, to a month, read from
  used_at timestamptz not null,
  primary key (story_id, digest)
);
-- Supports finding a device's file, and that no other story has one of this name.
create index ebook_files_by_digest on ebook_files (digest);
-- Supports deleting the files of a story that have not been used for long, whenever one is handed out.
create index ebook_files_by_use on ebook_files (story_id, used_at);
