import { type Kysely, sql } from 'kysely';

const counted = ['tags', 'tag_keys', 'audience', 'is_published', 'deleted_at'];
const all = (row: string) => sql.raw(counted.map((column) => `${row}.${column}`).join(', '));

/**
 * The tags in use with their numbers of public stories, kept by triggers, and at most 1,000 hidden stories a reader
 * (docs/product/labels.md#tags, docs/product/labels.md#hiding).
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table tags (
      -- compared by code points, so that a range of keys is a prefix
      key text collate "C" primary key,
      -- as the first story spells it
      name text not null,
      stories bigint not null default 0 check (stories >= 0),
      mature_stories bigint not null default 0 check (mature_stories >= 0)
    ) with (fillfactor = 80)`.execute(db);
  // Support suggestions for an empty or very short text, for readers who don't and who do see mature stories.
  await sql`create index tags_by_stories on tags (stories desc, key) where stories > 0`.execute(db);
  await sql`create index tags_by_all_stories on tags ((stories + mature_stories) desc, key)`.execute(db);

  await sql`create function count_tags(story stories, change integer) returns void language plpgsql as $$
    declare
      mature integer := case when story.audience = 'mature' then change else 0 end;
    begin
      if not story.is_published or story.deleted_at is not null then return; end if;
      if change > 0 then
        -- In key order, so that two stories with the same tags cannot deadlock.
        insert into tags as t (key, name, stories, mature_stories)
        select key, name, change - mature, mature from unnest(story.tag_keys, story.tags) as u (key, name) order by key
        on conflict (key) do update set
          stories = t.stories + excluded.stories, mature_stories = t.mature_stories + excluded.mature_stories;
      else
        perform from tags where key = any(story.tag_keys) order by key for update;
        update tags set stories = stories + change - mature, mature_stories = mature_stories + mature
        where key = any(story.tag_keys);
        delete from tags where key = any(story.tag_keys) and stories = 0 and mature_stories = 0;
      end if;
    end $$`.execute(db);
  await sql`create function count_tags_of_story() returns trigger language plpgsql as $$
    begin
      -- The new ones first, so that a tag that stays keeps its row and name.
      if tg_op <> 'DELETE' then perform count_tags(new, 1); end if;
      if tg_op <> 'INSERT' then perform count_tags(old, -1); end if;
      return null;
    end $$`.execute(db);
  // At the commit, so that the rows of popular tags are locked only briefly.
  await sql`create constraint trigger stories_tags_changed
    after update of ${sql.raw(counted.join(', '))} on stories deferrable initially deferred
    for each row when ((${all('old')}) is distinct from (${all('new')})) execute function count_tags_of_story()`.execute(
    db,
  );
  await sql`create constraint trigger stories_tags_added after insert on stories deferrable initially deferred
    for each row when (new.is_published) execute function count_tags_of_story()`.execute(db);
  await sql`create constraint trigger stories_tags_gone after delete on stories deferrable initially deferred
    for each row when (old.is_published) execute function count_tags_of_story()`.execute(db);
  await sql`insert into tags (key, name, stories, mature_stories)
    select key, min(name), count(*) filter (where audience <> 'mature'), count(*) filter (where audience = 'mature')
    from stories, unnest(tag_keys, tags) as u (key, name)
    where is_published and deleted_at is null group by key`.execute(db);

  await sql`create function enforce_hidden_quota() returns trigger language plpgsql as $$
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
    end $$`.execute(db);
  await sql`create trigger hidden_stories_quota after insert on hidden_stories
    referencing new table as added for each statement execute function enforce_hidden_quota()`.execute(db);
}
