-- See docs/product/stories.md, lists.md, labels.md and discover.md.

create table stories (
  id uuid primary key default uuidv7(),
  author_id uuid not null references users,
  title text not null,
  description text not null,
  cover_image text,
  language text not null default 'en',
  status text not null default 'ongoing' check (status in ('ongoing', 'completed', 'coming_soon')),
  is_ai_generated boolean not null default false,
  -- whether readers may download it as an EPUB (docs/product/ebooks.md)
  ebook_allowed boolean not null default false,
  is_published boolean not null default false,
  published_at timestamptz,
  -- when a chapter was first published, not when anything was edited
  last_updated timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  -- counters, changed in the transaction that changes the rows they count
  chapters integer not null default 0 check (chapters >= 0),
  published_chapters integer not null default 0 check (published_chapters between 0 and chapters),
  words bigint not null default 0 check (words >= 0),
  published_words bigint not null default 0 check (published_words >= 0),
  -- counts up whenever something that a visitor sees of the story changes (counters apart)
  revision bigint not null default 1,
  -- taken back with its author's account, and public again if they come back
  republish_on_return boolean not null default false,
  taken_down_at timestamptz,
  -- what the author is told
  takedown_reason text,
  bytes integer not null generated always as (octet_length(title) + octet_length(description) + 100) stored,
  -- From then on it cannot be restored, and a job erases it. Equal to deleted_at once it is to be erased for good.
  erase_at timestamptz,
  was_published boolean not null default false,
  tags text[] not null default '{}' check (cardinality(tags) <= 20),
  -- keys of the tags; tags with the same key are the same tag
  tag_keys text[] not null default '{}',
  content_warnings text[] not null default '{}'
    check (content_warnings <@ array['violence', 'gore', 'death', 'sexual-content', 'sexual-violence', 'abuse',
    'self-harm', 'suicide', 'substance-use', 'profanity', 'discrimination', 'animal-cruelty']),
  audience text not null default 'everyone' check (audience in ('everyone', 'teen', 'mature')),
  filter_keys text[] not null default '{}',
  -- from this position on, chapters are for readers with a plan (docs/product/exclusive-chapters.md)
  exclusive_from integer check (exclusive_from >= 1),
  -- while no chapters come, as the author says; until a day, if that is known
  is_on_hiatus boolean not null default false,
  hiatus_until date,
  hiatus_note text not null default '' check (length(hiatus_note) <= 300),
  constraint stories_hiatus check (is_on_hiatus or (hiatus_until is null and hiatus_note = '')),
  constraint stories_republish_on_return check (not (republish_on_return and is_published)),
  constraint stories_takedown_reason check ((taken_down_at is null) = (takedown_reason is null)),
  constraint stories_taken_down check (taken_down_at is null or not (is_published or republish_on_return)),
  constraint stories_chapters_limit check (chapters <= 10000),
  constraint stories_erase_at check ((deleted_at is null) = (erase_at is null)),
  constraint stories_was_published check (deleted_at is not null or not was_published),
  constraint stories_tag_keys check (cardinality(tag_keys) = cardinality(tags)),
  -- what rows that may only be about the author's own stories refer to
  constraint stories_by_id_and_author unique (id, author_id)
);
-- Supports the list of takedowns.
create index stories_by_takedown on stories (taken_down_at) where taken_down_at is not null;
-- Each supports one public list; ties are broken by id.
create index stories_by_update on stories (last_updated desc, id desc) where is_published and deleted_at is null;
create index stories_by_release on stories (published_at desc, id desc) where is_published and deleted_at is null;
-- Supports "short" and "long", by whichever there are fewer of, and the order by length.
create index stories_by_words on stories (published_words desc, id desc) where is_published and deleted_at is null;
-- Each supports one order.
create index stories_by_chapters on stories (published_chapters desc, id desc) where is_published and deleted_at is null;
create index stories_by_title on stories (lower(title), id) where is_published and deleted_at is null;
-- Supports an author's own list, newest first.
create index stories_by_author on stories (author_id, id desc) where deleted_at is null;
-- Support finding what shows an image, by its stem.
create index stories_by_own_cover on stories (substr(cover_image, 8, 32)) where cover_image like '/files/%';
-- Supports finding all of a person's stories, those that they have deleted included, and deleting the person.
create index stories_of_author on stories (author_id);
-- Supports erasing what is due.
create index stories_by_erase_at on stories (erase_at) where deleted_at is not null;
-- Support an author's trash.
create index stories_deleted_by_author on stories (author_id) where deleted_at is not null;
-- Supports filters by genre, tag, status, language and content warning, and their combinations.
create index stories_by_filter on stories using gin (filter_keys) where is_published and deleted_at is null;
-- Supports finding the public stories of a title, in one order.
create index stories_by_words_key on stories (words_key(title), id) where is_published and deleted_at is null;

-- A row for each story. What happens often is counted here, so that it neither writes nor locks the story's row.
create table story_counts (
  story_id uuid primary key references stories on delete cascade,
  views bigint not null default 0 check (views >= 0),
  likes bigint not null default 0 check (likes >= 0)
);
-- Each supports lists, which join the published stories.
create index story_counts_by_views on story_counts (views desc, story_id desc);
create index story_counts_by_likes on story_counts (likes desc, story_id desc);

create table story_genres (
  story_id uuid not null references stories on delete cascade,
  genre_id uuid not null references genres,
  position smallint not null check (position between 1 and 5),
  primary key (story_id, genre_id),
  constraint story_genres_position unique (story_id, position)
);
-- Supports the stories of a genre, and whether a genre is in use.
create index story_genres_by_genre on story_genres (genre_id, story_id);

create table story_likes (
  story_id uuid not null references stories on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (story_id, user_id)
);
-- Supports deleting a person, and what they like.
create index story_likes_by_user on story_likes (user_id);
-- Supports counting those of a period.
create index story_likes_by_time on story_likes (story_id, created_at, user_id);

-- When a person last liked or unliked a story. Rows stay after an unlike; there is one per person and story.
create table story_like_choices (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null references stories on delete cascade,
  chosen_at timestamptz not null,
  primary key (user_id, story_id)
);
create index story_like_choices_by_story on story_like_choices (story_id);

create table hidden_stories (
  user_id uuid not null references users on delete cascade,
  story_id uuid not null references stories on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, story_id)
);
-- Supports erasing a story.
create index hidden_stories_by_story on hidden_stories (story_id);

create table tags (
  -- compared by code points, so that a range of keys is a prefix
  key text collate "C" primary key,
  -- as the first story spells it
  name text not null,
  -- published stories; those for a mature audience are counted apart
  stories bigint not null default 0,
  mature_stories bigint not null default 0
) with (fillfactor = 80);
-- Support suggestions for an empty or very short text, for readers who don't and who do see mature stories.
create index tags_by_stories on tags (stories desc, key) where stories > 0;
create index tags_by_all_stories on tags ((stories + mature_stories) desc, key);

create table story_languages (
  -- the primary subtag, such as 'en'
  language text primary key,
  -- published stories; those for a mature audience are counted apart
  stories bigint not null default 0,
  mature bigint not null default 0
);

create table story_activity_days (
  story_id uuid not null references stories on delete cascade,
  -- in UTC
  day date not null,
  -- views, likes and comments of the day; new readers are counted from library entries when a score is computed
  activity bigint not null check (activity >= 0),
  primary key (story_id, day)
) with (fillfactor = 80);
-- Supports reading the last days, and deleting those that no longer count.
create index story_activity_days_by_day on story_activity_days (day);

create table trending_stories (
  story_id uuid primary key references stories on delete cascade,
  score bigint not null check (score > 0),
  -- when the score was computed; breaks ties
  views bigint not null
);
-- Supports the list.
create index trending_stories_by_score on trending_stories (score desc, views desc, story_id desc);

create table catalogue (
  only_row boolean primary key default true check (only_row),
  revision bigint not null,
  -- counts the changes of the trending list
  trending_revision bigint not null default 0
);
insert into catalogue (revision) values (1);

create function bump_story_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;
create trigger stories_revision
  before update of title, description, cover_image, language, status, is_ai_generated, tags, content_warnings,
  audience, is_published, deleted_at, published_chapters, published_words, last_updated, updated_at, exclusive_from,
  is_on_hiatus, hiatus_until, hiatus_note, ebook_allowed
  on stories
  for each row
  when ((old.title, old.description, old.cover_image, old.language, old.status, old.is_ai_generated, old.tags,
  old.content_warnings, old.audience, old.is_published, old.deleted_at, old.published_chapters, old.published_words,
  old.last_updated, old.updated_at, old.exclusive_from, old.is_on_hiatus, old.hiatus_until, old.hiatus_note,
  old.ebook_allowed)
  is distinct from (new.title, new.description, new.cover_image, new.language, new.status, new.is_ai_generated,
  new.tags, new.content_warnings, new.audience, new.is_published, new.deleted_at, new.published_chapters,
  new.published_words, new.last_updated, new.updated_at, new.exclusive_from, new.is_on_hiatus, new.hiatus_until,
  new.hiatus_note, new.ebook_allowed)) execute function bump_story_revision();

create function bump_revision_of_genres_story() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where id = coalesce(new.story_id, old.story_id);
  return null;
end $$;
create trigger story_genres_revision after insert or update or delete on story_genres for each row
  execute function bump_revision_of_genres_story();

create function bump_revision_of_authors_stories() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1 where author_id = new.id;
  return null;
end $$;
create trigger users_revision after update of username, display_name, avatar, cover_style on users for each row
  when ((old.username, old.display_name, old.avatar, old.cover_style)
  is distinct from (new.username, new.display_name, new.avatar, new.cover_style))
  execute function bump_revision_of_authors_stories();

create function bump_revision_of_stories_in_genre() returns trigger language plpgsql as $$
begin
  update stories set revision = revision + 1
  where id in (select story_id from story_genres where genre_id = new.id);
  return null;
end $$;
create trigger genres_revision after update of name on genres for each row when (old.name is distinct from new.name)
  execute function bump_revision_of_stories_in_genre();

-- Deferred, so that the one row that every publication touches is locked for the commit alone.
create function bump_catalogue() returns trigger language plpgsql as $$
begin
  update catalogue set revision = revision + 1;
  return null;
end $$;
create constraint trigger stories_catalogue after update on stories deferrable initially deferred for each row
  when (old.revision <> new.revision and (old.is_published or new.is_published)) execute function bump_catalogue();
create constraint trigger stories_catalogue_gone after delete on stories deferrable initially deferred for each row
  when (old.is_published) execute function bump_catalogue();

create function enforce_hidden_quota() returns trigger language plpgsql as $$
declare
  quota constant integer := 1000;
  reader uuid;
  held integer;
begin
  for reader in select distinct user_id from added order by user_id loop
    -- The lock serializes one reader's additions, so the count includes all committed ones.
    perform pg_advisory_xact_lock(hashtextextended('hidden_stories', 0) # hashtextextended(reader::text, 0));
    select count(*) into held from hidden_stories where user_id = reader;
    if held > quota then
      raise exception 'You have already hidden 1,000 stories. Show some of them again in Settings before you hide others.'
        using errcode = 'IK413';
    end if;
  end loop;
  return null;
end $$;
create trigger hidden_stories_quota after insert on hidden_stories referencing new table as added for each statement
  execute function enforce_hidden_quota();

create function set_story_filter_keys() returns trigger language plpgsql as $$
begin
  new.filter_keys := array['language:' || lower(split_part(new.language, '-', 1)),
      'status:' || case when new.published_chapters = 0 then 'coming_soon' else new.status end,
      'audience:' || new.audience]
    || array(select 'genre:' || g.genre_id from story_genres g where g.story_id = new.id order by g.position)
    || array(select 'tag:' || key from unnest(new.tag_keys) key)
    || array(select 'warning:' || warning from unnest(new.content_warnings) warning);
  return new;
end $$;
-- Every change of a story's genres raises its revision.
create trigger stories_filter_keys
  before insert or update of language, status, published_chapters, audience, tag_keys, content_warnings, revision on
  stories for each row execute function set_story_filter_keys();
