import { type Db, sql } from '../packages/server/src/platform/db/db.ts';

/** How many people collect stories, and how much each of them. */
const collectors = 5_000;
const collectionsEach = 4;
const storiesEach = 10;
const inLargest = 1_000;

/**
 * Fills the tables of collections and of helpful marks, which the benchmark's data has not: PostgreSQL reads a table of
 * a few rows as a whole, however it is asked. Does nothing the second time.
 */
export const addCollections = (db: Db): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from collections limit 1 offset ${collectors}`.execute(tx);
    if (rows.length > 0) return;
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`
      insert into collections (owner_id, name, visibility, created_at, updated_at)
      select u.id, 'Shelf ' || n, case when n % 4 = 0 then 'private' else 'public' end, now(), now() - n * interval '1 hour'
      from (select id from users order by id limit ${collectors}) u, generate_series(1, ${collectionsEach}::int) n`.execute(
      tx,
    );
    await sql`
      insert into collection_stories (collection_id, story_id, rank, added_at)
      select id, story_id, row_number() over (partition by id order by story_id), now() from (
        select distinct c.id, known.id as story_id
        from (select id, 1 + abs(hashtext(id::text || n)) % (select count(*) from stories where is_published) as drawn
          from collections, generate_series(1, ${storiesEach}::int) n where stories = 0) c
        join (select id, row_number() over () as at from stories where is_published) known
          on known.at = c.drawn) drawn`.execute(tx);
    await sql`
      with largest as (
        insert into collections (owner_id, name, visibility, created_at, updated_at)
        select id, 'A thousand nights', 'public', now(), now() from users order by id limit 1 returning id)
      insert into collection_stories (collection_id, story_id, rank, added_at)
      select c.id, s.id, row_number() over (), now() from largest c,
        (select id from stories join story_counts on story_id = id where is_published order by views desc limit ${inLargest}) s`.execute(
      tx,
    );
    await sql`
      update collections c set stories = n.stories
      from (select collection_id, count(*) as stories from collection_stories group by collection_id) n
      where c.id = n.collection_id`.execute(tx);
    await sql`
      insert into saved_collections (user_id, collection_id, created_at)
      select u.id, c.id, now() from (select id from users order by id desc limit ${collectors}) u
      cross join lateral (select id from collections where visibility = 'public' and owner_id <> u.id limit ${collectionsEach}) c
      on conflict do nothing`.execute(tx);
    await sql`
      insert into review_votes (story_id, user_id, rating_id, created_at)
      select r.story_id, u.id, r.id, now() from (select * from ratings where review is not null limit ${collectors}) r,
        (select id from users order by id desc limit ${storiesEach}) u
      where u.id <> r.user_id on conflict do nothing`.execute(tx);
  });
