import { type Kysely, sql } from 'kysely';

const language = (row: string) => sql.raw(`lower(split_part(${row}.language, '-', 1))`);
const isCounted = (row: string) => sql.raw(`(${row}.is_published and ${row}.deleted_at is null)`);
const isMature = (row: string) => sql.raw(`(${row}.audience = 'mature')`);

/** What stories can be filtered by, in one indexed column, and the languages in use (docs/product/discover.md). */
export async function up(db: Kysely<never>): Promise<void> {
  await filterKeys(db);
  await languages(db);
}

async function filterKeys(db: Kysely<never>): Promise<void> {
  await sql`alter table stories add column filter_keys text[] not null default '{}'`.execute(db);
  await sql`create function set_story_filter_keys() returns trigger language plpgsql as $$
    begin
      new.filter_keys := array['language:' || ${language('new')},
          'status:' || case when new.published_chapters = 0 then 'coming_soon' else new.status end]
        || array(select 'genre:' || g.genre_id from story_genres g where g.story_id = new.id order by g.position)
        || array(select 'tag:' || key from unnest(new.tag_keys) key)
        || array(select 'warning:' || warning from unnest(new.content_warnings) warning);
      return new;
    end $$`.execute(db);
  // Every change of a story's genres raises its revision.
  await sql`create trigger stories_filter_keys before insert or update of language, status, published_chapters, tag_keys,
      content_warnings, revision on stories
    for each row execute function set_story_filter_keys()`.execute(db);
  await sql`update stories set revision = revision`.execute(db);
  // Supports filters by genre, tag, status, language and content warning, and their combinations.
  await sql`create index stories_by_filter on stories using gin (filter_keys)
    where is_published and deleted_at is null`.execute(db);
  // The tags are among the keys.
  await sql`drop index stories_by_tag`.execute(db);
}

async function languages(db: Kysely<never>): Promise<void> {
  await sql`create table story_languages (
    -- the primary subtag, such as 'en'
    language text primary key,
    -- published stories; those for a mature audience are counted apart
    stories bigint not null default 0,
    mature bigint not null default 0
  )`.execute(db);
  await sql`
    insert into story_languages (language, stories, mature)
    select ${language('s')}, count(*) filter (where not ${isMature('s')}), count(*) filter (where ${isMature('s')})
    from stories s where ${isCounted('s')} group by 1`.execute(db);
  await sql`create function count_story_languages() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and ${isCounted('old')} then
        update story_languages
        set stories = stories - (not ${isMature('old')})::int, mature = mature - ${isMature('old')}::int
        where language = ${language('old')};
      end if;
      if tg_op <> 'DELETE' and ${isCounted('new')} then
        insert into story_languages as l (language, stories, mature)
        values (${language('new')}, (not ${isMature('new')})::int, ${isMature('new')}::int)
        on conflict (language) do update set stories = l.stories + excluded.stories, mature = l.mature + excluded.mature;
      end if;
      return null;
    end $$`.execute(db);
  // Deferred, and named after stories_catalogue, whose row is therefore locked first: no two can deadlock here.
  const each = sql.raw('deferrable initially deferred for each row when');
  await sql`create constraint trigger stories_languages after update on stories ${each} (
      (${isCounted('old')}, old.language, ${isMature('old')}) is distinct from
      (${isCounted('new')}, new.language, ${isMature('new')}))
    execute function count_story_languages()`.execute(db);
  await sql`create constraint trigger stories_languages_gone after delete on stories ${each} (${isCounted('old')})
    execute function count_story_languages()`.execute(db);
  await sql`create constraint trigger stories_languages_new after insert on stories ${each} (${isCounted('new')})
    execute function count_story_languages()`.execute(db);
}
