-- See docs/product/collections.md.

create table collections (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 1000),
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  -- rows of collection_stories
  stories bigint not null default 0 check (stories between 0 and 1000),
  -- since when others do not see it: it is held, or a measure has removed it
  taken_down_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Supports a person's collections, last changed first.
create index collections_by_owner on collections (owner_id, updated_at desc, id desc);

create table collection_stories (
  collection_id uuid not null references collections on delete cascade,
  -- No foreign key: the owner sees that an erased story is no longer available, and removes it.
  story_id uuid not null,
  -- Ascending with gaps, so that moving a story changes one row.
  rank bigint not null,
  added_at timestamptz not null,
  -- why the owner has it here; everyone who sees the story reads it
  note text not null default '' check (char_length(note) <= 500),
  primary key (collection_id, story_id),
  -- Supports the stories in their order. Deferrable, so that one statement can rank all anew.
  constraint collection_stories_rank unique (collection_id, rank) deferrable initially immediate
);
-- Supports the collections that contain a story, last added first.
create index collection_stories_by_story on collection_stories (story_id, added_at desc, collection_id desc);

-- Stories that their author has taken out of someone's collection: others don't see them there, however often they are added.
create table collection_exclusions (
  collection_id uuid not null references collections on delete cascade,
  story_id uuid not null references stories on delete cascade,
  created_at timestamptz not null,
  primary key (collection_id, story_id)
);
-- Supports erasing a story.
create index collection_exclusions_by_story on collection_exclusions (story_id);

create table saved_collections (
  user_id uuid not null references users on delete cascade,
  collection_id uuid not null references collections on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, collection_id)
);
-- Supports a person's saved collections, last saved first.
create index saved_collections_by_time on saved_collections (user_id, created_at desc, collection_id desc);
-- Supports deleting a collection.
create index saved_collections_by_collection on saved_collections (collection_id);
