-- See docs/product/reactions.md.

create table reactions (
  id uuid not null default uuidv7() unique,
  story_id uuid not null references stories on delete cascade,
  -- null for the story itself
  chapter_id uuid references chapters on delete cascade,
  target_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored,
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('love', 'laugh', 'surprise', 'sad', 'suspense')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (story_id, target_id, user_id)
);
-- A person's quota, export and deletion.
create index reactions_by_user on reactions (user_id, story_id);
-- The foreign key.
create index reactions_by_chapter on reactions (chapter_id);

create table reaction_counts (
  story_id uuid not null references stories on delete cascade,
  -- null for the story itself
  chapter_id uuid references chapters on delete cascade,
  target_id uuid not null generated always as (coalesce(chapter_id, story_id)) stored,
  love bigint not null default 0 check (love >= 0),
  laugh bigint not null default 0 check (laugh >= 0),
  surprise bigint not null default 0 check (surprise >= 0),
  sad bigint not null default 0 check (sad >= 0),
  suspense bigint not null default 0 check (suspense >= 0),
  primary key (story_id, target_id)
);
-- The foreign key.
create index reaction_counts_by_chapter on reaction_counts (chapter_id);

create function count_reactions_insert() returns trigger language plpgsql as $$
begin
  insert into reaction_counts (story_id, chapter_id)
    select distinct c.story_id, c.chapter_id from (select story_id, chapter_id, target_id, type, 1 as by
      from rows_after) c
    join stories s on s.id = c.story_id left join chapters h on h.id = c.chapter_id
    where c.chapter_id is null or h.id is not null
    order by c.story_id, c.chapter_id on conflict do nothing;
  perform from reaction_counts n where (n.story_id, n.target_id) in (
    select story_id, target_id from (select story_id, chapter_id, target_id, type, 1 as by from rows_after) c)
      order by n.story_id, n.target_id for no key update;
  update reaction_counts n set love = n.love + d.love, laugh = n.laugh + d.laugh, surprise = n.surprise + d.surprise,
    sad = n.sad + d.sad, suspense = n.suspense + d.suspense
  from (
    select story_id, target_id,
      coalesce(sum(by) filter (where type = 'love'), 0) as love,
      coalesce(sum(by) filter (where type = 'laugh'), 0) as laugh,
      coalesce(sum(by) filter (where type = 'surprise'), 0) as surprise,
      coalesce(sum(by) filter (where type = 'sad'), 0) as sad,
      coalesce(sum(by) filter (where type = 'suspense'), 0) as suspense
    from (select story_id, chapter_id, target_id, type, 1 as by from rows_after) c group by story_id, target_id) d
  where n.story_id = d.story_id and n.target_id = d.target_id;
  return null;
end $$;
create trigger reactions_counted_insert after insert on reactions referencing new table as rows_after
  for each statement execute function count_reactions_insert();

create function count_reactions_update() returns trigger language plpgsql as $$
begin
  insert into reaction_counts (story_id, chapter_id)
    select distinct c.story_id, c.chapter_id from (select story_id, chapter_id, target_id, type, 1 as by
      from rows_after
        union all select story_id, chapter_id, target_id, type, -1 from rows_before) c
    join stories s on s.id = c.story_id left join chapters h on h.id = c.chapter_id
    where c.chapter_id is null or h.id is not null
    order by c.story_id, c.chapter_id on conflict do nothing;
  perform from reaction_counts n where (n.story_id, n.target_id) in (
    select story_id, target_id from (select story_id, chapter_id, target_id, type, 1 as by from rows_after
      union all select story_id, chapter_id, target_id, type, -1 from rows_before) c) order by n.story_id, n.target_id
for no key update;
  update reaction_counts n set love = n.love + d.love, laugh = n.laugh + d.laugh,
    surprise = n.surprise + d.surprise, sad = n.sad + d.sad, suspense = n.suspense + d.suspense
  from (
    select story_id, target_id,
      coalesce(sum(by) filter (where type = 'love'), 0) as love,
      coalesce(sum(by) filter (where type = 'laugh'), 0) as laugh,
      coalesce(sum(by) filter (where type = 'surprise'), 0) as surprise,
      coalesce(sum(by) filter (where type = 'sad'), 0) as sad,
      coalesce(sum(by) filter (where type = 'suspense'), 0) as suspense
    from (select story_id, chapter_id, target_id, type, 1 as by from rows_after
      union all select story_id, chapter_id, target_id, type, -1 from rows_before) c group by story_id, target_id) d
  where n.story_id = d.story_id and n.target_id = d.target_id;
  return null;
end $$;
create trigger reactions_counted_update after update on reactions
  referencing old table as rows_before new table as rows_after for each statement
  execute function count_reactions_update();

create function count_reactions_delete() returns trigger language plpgsql as $$
begin
  insert into reaction_counts (story_id, chapter_id)
    select distinct c.story_id, c.chapter_id from (select story_id, chapter_id, target_id, type, -1 as by
      from rows_before) c
    join stories s on s.id = c.story_id left join chapters h on h.id = c.chapter_id
    where c.chapter_id is null or h.id is not null
    order by c.story_id, c.chapter_id on conflict do nothing;
  perform from reaction_counts n where (n.story_id, n.target_id) in (
    select story_id, target_id from (select story_id, chapter_id, target_id, type, -1 as by from rows_before) c)
      order by n.story_id, n.target_id for no key update;
  update reaction_counts n set love = n.love + d.love, laugh = n.laugh + d.laugh, surprise = n.surprise + d.surprise,
    sad = n.sad + d.sad, suspense = n.suspense + d.suspense
  from (
    select story_id, target_id,
      coalesce(sum(by) filter (where type = 'love'), 0) as love,
      coalesce(sum(by) filter (where type = 'laugh'), 0) as laugh,
      coalesce(sum(by) filter (where type = 'surprise'), 0) as surprise,
      coalesce(sum(by) filter (where type = 'sad'), 0) as sad,
      coalesce(sum(by) filter (where type = 'suspense'), 0) as suspense
    from (select story_id, chapter_id, target_id, type, -1 as by from rows_before) c group by story_id, target_id) d
  where n.story_id = d.story_id and n.target_id = d.target_id;
  return null;
end $$;
create trigger reactions_counted_delete after delete on reactions referencing old table as rows_before
  for each statement execute function count_reactions_delete();
