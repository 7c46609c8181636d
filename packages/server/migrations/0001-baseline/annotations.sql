-- See docs/product/annotations.md.

create function tags_text(tags text[]) returns text language sql immutable parallel safe
return array_to_string(tags, ' ');

create table annotations (
  user_id uuid not null references users on delete cascade,
  -- No references: the notes stay when a story or chapter is erased.
  story_id uuid not null,
  id uuid not null default uuidv7(),
  chapter_id uuid not null,
  kind text not null check (kind in ('highlight', 'bookmark')),
  -- the version of the chapter's text that the offsets refer to
  version integer not null check (version >= 1),
  -- the latest version in which the passage was looked for; higher than version if it was not found there
  checked_version integer not null check (checked_version >= version),
  -- UTF-16 units of the content of that version
  start_offset integer not null check (start_offset >= 0),
  end_offset integer not null check (end_offset > start_offset),
  -- ids of the paragraphs in which the passage starts and ends
  start_paragraph integer not null,
  end_paragraph integer not null,
  -- what readers see there, and the characters before and after it
  selected_text text not null check (selected_text <> ''),
  prefix text not null,
  suffix text not null,
  -- what the reader selected, if a part of it has changed since
  original_text text check (original_text <> ''),
  is_text_changed boolean not null default false,
  color text check (color in ('yellow', 'green', 'blue', 'pink', 'purple')),
  note text not null default '' check (char_length(note) <= 2000),
  title text check (char_length(title) <= 200),
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- keys of the tags
  tag_keys text[] not null default '{}',
  -- all texts without case and accents, for searches
  search_key text not null generated always as (fold_text(selected_text || ' ' || coalesce(original_text, '') || ' '
    || note || ' ' || coalesce(title, '') || ' ' || tags_text(tags))) stored,
  -- its size in its reader's quota, with the text that the reader selected: an author's edit costs no space
  bytes integer not null generated always as (400 + octet_length(coalesce(original_text, selected_text))
    + octet_length(note) + octet_length(coalesce(title, '')) + octet_length(tags_text(tags))) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- it can be restored for a day
  deleted_at timestamptz,
  -- By field: when it was last changed, in milliseconds since 1970.
  field_times jsonb not null default '{}' constraint field_times_size
    check (jsonb_typeof(field_times) = 'object' and octet_length(field_times::text) <= 300),
  primary key (user_id, story_id, id),
  -- Supports finding one by its id, and all of a person, the latest first.
  constraint annotations_by_id unique (user_id, id),
  constraint annotations_color check ((kind = 'highlight') = (color is not null)),
  constraint annotations_title check ((kind = 'bookmark') = (title is not null)),
  constraint annotations_tags check (kind = 'bookmark' or tags = '{}')
) with (fillfactor = 80); -- carrying an annotation over changes no indexed column
-- Supports a person's bookmarks, the latest first, and their tags.
create index annotations_bookmarks on annotations (user_id, id) where kind = 'bookmark' and deleted_at is null;
-- Supports erasing what was deleted, and finding a person's oldest deleted ones.
create index annotations_deleted on annotations (user_id, deleted_at) where deleted_at is not null;
-- Supports a person's annotations in a chapter, and carrying over all of a chapter, page by page.
create index annotations_by_chapter on annotations (chapter_id, user_id, id);

create sequence annotation_revisions;

create table annotated_stories (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null,
  -- rows of annotations that are not deleted
  highlights bigint not null default 0 check (highlights >= 0),
  bookmarks bigint not null default 0 check (bookmarks >= 0),
  -- the size of all rows, deleted ones included
  bytes bigint not null default 0 check (bytes >= 0),
  -- changes with the person's annotations of the story; never the same again
  revision bigint not null default nextval('annotation_revisions'),
  primary key (user_id, story_id)
) with (fillfactor = 80);
