-- See docs/product/collections.md.

create table collections (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references users on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  description text not null default '' check (char_length(description) <= 1000),
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  -- public, and its owner is neither suspended nor being deleted; set by triggers
  is_listed boolean not null default false,
  -- rows of collection_stories; counted by triggers
  stories bigint not null default 0 check (stories >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Supports a person's own collections, last changed first.
create index collections_by_owner on collections (owner_id, updated_at desc, id desc);
-- Supports the public ones on a person's profile.
create index collections_listed on collections (owner_id, updated_at desc, id desc) where is_listed;

create table collection_stories (
  collection_id uuid not null references collections on delete cascade,
  -- No foreign key: the owner sees that an erased story is no longer available, and removes it.
  story_id uuid not null,
  -- Ascending with gaps, so that moving a story changes one row.
  rank bigint not null,
  added_at timestamptz not null,
  -- that of the collection; set by triggers
  is_listed boolean not null default false,
  primary key (collection_id, story_id),
  -- Supports the stories in their order. Deferrable, so that one statement can rank all anew.
  constraint collection_stories_rank unique (collection_id, rank) deferrable initially immediate
);
-- Supports the public collections that contain a story, last added first.
create index collection_stories_listed on collection_stories (story_id, added_at desc, collection_id desc)
  where is_listed;

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

create table story_collection_counts (
  story_id uuid primary key,
  -- rows of collection_stories with is_listed
  collections bigint not null check (collections >= 0)
);

-- The sitemap lists them, and is written again when the catalogue's revision changes.
create constraint trigger collections_catalogue after update on collections deferrable initially deferred for each row
  when (old.is_listed <> new.is_listed) execute function bump_catalogue();
create constraint trigger collections_catalogue_gone after delete on collections deferrable initially deferred
  for each row when (old.is_listed) execute function bump_catalogue();

-- is_listed follows the visibility and the owner's account. Locks are taken in one order: the person, their collections
-- by id, the counts by the story's id.
create function set_collection_listed() returns trigger language plpgsql as $$
declare
  is_active boolean;
begin
  select suspended_at is null and deletion_due_at is null into is_active
  from users where id = new.owner_id for share;
  new.is_listed := new.visibility = 'public' and coalesce(is_active, false);
  return new;
end $$;
create trigger collections_listed_before before insert or update of visibility, is_listed on collections for each row
  execute function set_collection_listed();

create function list_collection_stories() returns trigger language plpgsql as $$
begin
  update collection_stories set is_listed = new.is_listed where collection_id = new.id;
  return null;
end $$;
create trigger collections_listed_after after update on collections for each row when (old.is_listed <> new.is_listed)
  execute function list_collection_stories();

create function list_collections_of_person() returns trigger language plpgsql as $$
begin
  perform from collections where owner_id = new.id order by id for update;
  perform from story_collection_counts where story_id in (
    select cs.story_id from collections c join collection_stories cs on cs.collection_id = c.id
    where c.owner_id = new.id and c.visibility = 'public') order by story_id for update;
  update collections set is_listed = is_listed where owner_id = new.id and visibility = 'public';
  return null;
end $$;
create trigger users_collections after update of suspended_at, deletion_due_at on users for each row
  when ((old.suspended_at is null and old.deletion_due_at is null) <> (new.suspended_at is null and
  new.deletion_due_at is null)) execute function list_collections_of_person();

create function set_collected_listed() returns trigger language plpgsql as $$
begin
  select is_listed into new.is_listed from collections where id = new.collection_id for update;
  return new;
end $$;
create trigger collection_stories_listed_before before insert on collection_stories for each row
  execute function set_collected_listed();

create function count_collection_stories() returns trigger language plpgsql as $$
declare
  quota constant integer := 1000;
  largest bigint;
begin
  with counted as (
    update collections c set stories = c.stories + a.stories
    from (select collection_id, count(*) as stories from added group by collection_id) a
    where c.id = a.collection_id returning c.stories)
  select max(stories) into largest from counted;
  if largest > quota then
    raise exception 'A collection holds at most 1,000 stories. Remove some, or start another collection.'
      using errcode = 'IK413';
  end if;
  insert into story_collection_counts as n (story_id, collections)
  select story_id, count(*) from added where is_listed group by story_id order by story_id
  on conflict (story_id) do update set collections = n.collections + excluded.collections;
  return null;
end $$;
create trigger collection_stories_added after insert on collection_stories referencing new table as added
  for each statement execute function count_collection_stories();

create function uncount_collection_stories() returns trigger language plpgsql as $$
begin
  -- Not those that go with their collection.
  update collections c set stories = c.stories - r.stories
  from (select collection_id, count(*) as stories from removed group by collection_id) r
  where c.id = r.collection_id;
  perform from story_collection_counts where story_id in (select story_id from removed where is_listed)
  order by story_id for update;
  update story_collection_counts n set collections = n.collections - r.collections
  from (select story_id, count(*) as collections from removed where is_listed group by story_id) r
  where n.story_id = r.story_id;
  return null;
end $$;
create trigger collection_stories_removed after delete on collection_stories referencing old table as removed
  for each statement execute function uncount_collection_stories();

create function recount_listed_stories() returns trigger language plpgsql as $$
begin
  -- Nearly always, only the rank of one row has changed.
  if not exists (select from after_change a join before_change b using (collection_id, story_id)
      where a.is_listed <> b.is_listed) then
    return null;
  end if;
  insert into story_collection_counts as n (story_id, collections)
  select a.story_id, 0 from after_change a join before_change b using (collection_id, story_id)
  where a.is_listed and not b.is_listed group by a.story_id order by a.story_id
  on conflict (story_id) do nothing;
  perform from story_collection_counts where story_id in (
    select a.story_id from after_change a join before_change b using (collection_id, story_id)
    where a.is_listed <> b.is_listed) order by story_id for update;
  update story_collection_counts n set collections = n.collections + r.change
  from (
    select a.story_id, sum(a.is_listed::int - b.is_listed::int) as change
    from after_change a join before_change b using (collection_id, story_id)
    where a.is_listed <> b.is_listed group by a.story_id) r
  where n.story_id = r.story_id;
  return null;
end $$;
create trigger collection_stories_relisted after update on collection_stories
  referencing old table as before_change new table as after_change for each statement
  execute function recount_listed_stories();

create function enforce_collections_quota() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  -- Always in the same order, so that two statements cannot deadlock.
  for person in select distinct owner_id from added order by 1 loop
    -- The lock serializes one person's additions, so the count includes all committed ones.
    perform pg_advisory_xact_lock(hashtextextended('collections', 0) # hashtextextended(person::text, 0));
    if (select count(*) from collections where owner_id = person) > 200 then
      raise exception 'You can have at most 200 collections. Delete one to create another.' using errcode = 'IK413';
    end if;
  end loop;
  return null;
end $$;
create trigger collections_quota after insert on collections referencing new table as added for each statement
  execute function enforce_collections_quota();

create function enforce_saved_collections_quota() returns trigger language plpgsql as $$
declare
  person uuid;
begin
  -- Always in the same order, so that two statements cannot deadlock.
  for person in select distinct user_id from added order by 1 loop
    -- The lock serializes one person's additions, so the count includes all committed ones.
    perform pg_advisory_xact_lock(hashtextextended('saved_collections', 0) # hashtextextended(person::text, 0));
    if (select count(*) from saved_collections where user_id = person) > 1000 then
      raise exception 'You can save at most 1,000 collections. Remove some to save others.' using errcode = 'IK413';
    end if;
  end loop;
  return null;
end $$;
create trigger saved_collections_quota after insert on saved_collections referencing new table as added
  for each statement execute function enforce_saved_collections_quota();
