-- See docs/product/annotations.md.

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
  -- the tags without regard to case
  tag_keys text[] not null default '{}',
  -- all texts without case and accents, for searches; set by a trigger
  search_key text not null default '',
  -- its size in its reader's quota; set by a trigger
  bytes integer not null default 0,
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
  -- rows of annotations that are not deleted; counted by triggers
  highlights bigint not null default 0 check (highlights >= 0),
  bookmarks bigint not null default 0 check (bookmarks >= 0),
  -- the size of all rows, deleted ones included
  bytes bigint not null default 0 check (bytes >= 0),
  -- changes with the person's annotations of the story; never the same again
  revision bigint not null default nextval('annotation_revisions'),
  primary key (user_id, story_id)
) with (fillfactor = 80);

create function describe_annotation() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' or (new.selected_text, new.original_text, new.note, new.title, new.tags)
        is distinct from (old.selected_text, old.original_text, old.note, old.title, old.tags) then
      new.search_key := fold_text(concat_ws(' ', new.selected_text,
new.original_text, new.note, new.title,
array_to_string(new.tags, ' ')));
    end if;
    -- Not when the passage is carried over to another text, which must not cost its reader space.
    if tg_op = 'INSERT' or (new.note, new.title, new.tags) is distinct from (old.note, old.title, old.tags) then
      new.bytes := 400 + octet_length(new.selected_text) + octet_length(new.note)
        + octet_length(coalesce(new.title, '')) + octet_length(array_to_string(new.tags, ' '));
    end if;
    return new;
  end $$;
create trigger annotations_described before insert or update of selected_text, note, title, tags on annotations
  for each row execute function describe_annotation();

-- The person's row of the story is locked by each change, so that parallel ones cannot exceed the limits together.
create function count_annotation() returns trigger language plpgsql as $$
declare
  more_highlights integer := (new.kind = 'highlight' and new.deleted_at is null)::integer
    - coalesce((old.kind = 'highlight' and old.deleted_at is null)::integer, 0);
  more_bookmarks integer := (new.kind = 'bookmark' and new.deleted_at is null)::integer
    - coalesce((old.kind = 'bookmark' and old.deleted_at is null)::integer, 0);
  more_bytes integer := new.bytes - coalesce(old.bytes, 0);
  present bigint;
begin
  if more_bytes > 0 then
    -- Before the row of the story, so that two transactions cannot deadlock; the sum below includes all committed ones.
    perform pg_advisory_xact_lock(hashtextextended('annotations', 0) # hashtextextended(new.user_id::text, 0));
  end if;
  insert into annotated_stories as n (user_id, story_id, highlights, bookmarks, bytes)
  values (new.user_id, new.story_id, greatest(0, more_highlights), greatest(0, more_bookmarks), greatest(0, more_bytes))
  on conflict (user_id, story_id) do update set
    highlights = n.highlights + more_highlights, bookmarks = n.bookmarks + more_bookmarks,
    bytes = n.bytes + more_bytes, revision = nextval('annotation_revisions')
  returning highlights + bookmarks into present;
  if more_highlights + more_bookmarks > 0 and present > 10000 then
    raise exception 'You can have at most 10,000 highlights and bookmarks in one story. Delete some to add others.'
      using errcode = 'IK413';
  end if;
  if more_bytes > 0 and (select sum(bytes) from annotated_stories where user_id = new.user_id)
      > 67108864 then
    raise exception 'Your highlights and bookmarks have reached 64 MB, which is all that one account may store. Delete some to add others.'
      using errcode = 'IK413';
  end if;
  return null;
end $$;
create trigger annotations_added after insert on annotations for each row execute function count_annotation();
create trigger annotations_changed after update of deleted_at, color, note, title, tags on annotations for each row
  execute function count_annotation();

create function uncount_annotation() returns trigger language plpgsql as $$
begin
  update annotated_stories set
    highlights = highlights - (old.kind = 'highlight' and old.deleted_at is null)::integer,
    bookmarks = bookmarks - (old.kind = 'bookmark' and old.deleted_at is null)::integer,
    bytes = bytes - old.bytes, revision = nextval('annotation_revisions')
  where user_id = old.user_id and story_id = old.story_id;
  delete from annotated_stories where user_id = old.user_id and story_id = old.story_id and bytes = 0;
  return null;
end $$;
create trigger annotations_erased after delete on annotations for each row execute function uncount_annotation();
