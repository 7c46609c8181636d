-- See docs/product/lists.md.

create table story_picks (
  list text not null check (list in ('featured', 'editors-picks')),
  story_id uuid not null references stories on delete cascade,
  -- 1..n without gaps, except for stories that were erased
  position integer not null check (position >= 1),
  -- null once the admin's account is deleted, and for picks on the command line
  picked_by uuid references users on delete set null,
  picked_at timestamptz not null,
  primary key (list, story_id),
  -- supports the list
  constraint story_picks_position unique (list, position) deferrable initially deferred
);
-- Supports erasing a story.
create index story_picks_by_story on story_picks (story_id);
-- Supports deleting an account.
create index story_picks_by_admin on story_picks (picked_by);

-- The landing page shows them, and is rendered again when the catalogue's revision changes.
create constraint trigger story_picks_catalogue after insert or update or delete on story_picks
  deferrable initially deferred for each row execute function bump_catalogue();
