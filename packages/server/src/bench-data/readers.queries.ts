import { type Db, execute, sql } from '../platform/db/db.ts';

/** Readers whose names begin so have libraries and histories; measurements sign in as them. */
const namePrefix = 'reader_';
/** Readers with a library of usual size. */
const readers = 1000;
const entriesEach = 40;
/** Readers, after the others, with a library and a public collection as large as people have. */
const collectors = 100;
const largeLibrary = 2000;
const largeCollection = 1000;
/** Chapters with many comments. */
const discussedChapters = 500;
const commentsEach = 100;
const picks = 30;

/** A number from 0 that looks random, but is the same for the same text, which is SQL. */
const scattered = (text: string, below: number) => sql.raw(`pg_temp.whole(${text}, ${below})`);

/** Numbers the readers from 1, and the published stories that have chapters from 0, the most viewed first. */
async function prepare(tx: Db, until: Date): Promise<void> {
  await execute(tx)`
    create temporary table numbered_stories on commit drop as
    select row_number() over (order by n.views desc, s.id) - 1 as place, s.id, s.author_id, c.id as chapter_id
    from stories s join story_counts n on n.story_id = s.id
    join chapters c on c.story_id = s.id and c.published_number = 1
    where s.is_published`;
  await execute(tx)`
    insert into users (username, username_key, display_name, created_at)
    select ${namePrefix} || n, ${namePrefix} || n, 'Reader ' || n, ${until}::timestamptz
    from generate_series(1, ${readers + collectors}::int) n`;
  await execute(tx)`
    create temporary table numbered_readers on commit drop as
    select id, substr(username, ${sql.lit(namePrefix.length + 1)})::int as number
    from users where username ~ ${sql.lit(`^${namePrefix}\\d+$`)}`;
  await execute(tx)`analyze numbered_stories, numbered_readers, stories, chapters`;
}

/** Most readers have popular stories more often; collectors have every story, up to the number of a large library. */
const insertLibraries = (tx: Db, until: Date) =>
  sql`
    with chosen as (
      select r.id as user_id, floor(t.stories * power(${scattered("r.number || ' ' || k", 100_000)} / 100000.0, 2)) as place
      from numbered_readers r, generate_series(1, ${entriesEach}::int) k, (select count(*) as stories from numbered_stories) t
      where r.number <= ${readers}
      union
      select r.id, mod(r.number * 7919 + k, t.stories)
      from numbered_readers r, generate_series(1, ${largeLibrary}::int) k, (select count(*) as stories from numbered_stories) t
      where r.number > ${readers}),
    entries as (
      select c.user_id, s.id as story_id, s.chapter_id, ${scattered('c.user_id::text || s.id', 10)} as kind,
        ${until}::timestamptz - (1 + ${scattered('s.id::text || c.user_id', 500_000)}) * interval '1 minute' as at
      from chosen c join numbered_stories s on s.place = c.place)
    insert into library_entries (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at,
      last_chapter_id, caught_up_at, started_at, created_at)
    select user_id, story_id, case when kind < 6 then 'reading' when kind < 8 then 'completed' else 'none' end,
      case when kind < 6 then 10 + 10 * kind when kind < 8 then 100 else 0 end, kind > 7, case when kind > 7 then at end,
      case when kind < 8 then at end, case when kind < 8 then chapter_id end, case when kind in (6, 7) then at end,
      case when kind < 8 then at end, at
    from entries`.execute(tx);

/** What libraries of usual size say has been read: positions, history and the time of reading sessions. */
async function insertReading(tx: Db): Promise<void> {
  const read = sql`
    from library_entries e join numbered_readers r on r.id = e.user_id and r.number <= ${readers}
    join chapters c on c.story_id = e.story_id and c.is_published and c.published_number <= 3
    where e.last_read_at is not null`;
  await execute(tx)`
    insert into reading_positions (user_id, chapter_id, story_id, progress, paragraph, char_offset, version, updated_at,
      furthest, is_timed, is_timed_live)
    select e.user_id, c.id, e.story_id, 60, 1, 0, 1, e.last_read_at, case e.status when 'completed' then 100 else 0 end,
      e.status = 'completed', e.status = 'completed' ${read}`;
  await execute(tx)`
    insert into reading_history (user_id, day, story_id, chapter_id, read_at)
    select e.user_id, e.last_read_at::date, e.story_id, c.id, e.last_read_at ${read}`;
  await execute(tx)`
    insert into reading_session_totals (user_id, story_id, chapter_id, sessions, seconds, finishes, words, last_at)
    select e.user_id, e.story_id, c.id, 1, 300, 0, 400, e.last_read_at ${read}`;
}

/** What home is chosen by: favorite genres, followed authors and the editor’s picks. */
async function insertTastes(tx: Db, until: Date): Promise<void> {
  await execute(tx)`
    insert into favorite_genres (user_id, genre_id, position)
    select r.id, g.id, k from numbered_readers r, generate_series(1, 3) k,
      (select id, row_number() over (order by name_key) as number, count(*) over () as genres from genres) g
    where r.number <= ${readers} and g.number = 1 + mod(r.number + k * 7, g.genres)`;
  await execute(tx)`
    insert into follows (follower_id, followed_id, created_at)
    select distinct r.id, s.author_id, ${until}::timestamptz
    from (
      select r.id, ${scattered("r.number || ' follows ' || k", 1000)} as place
      from numbered_readers r, generate_series(1, 10) k where r.number <= ${readers}) r
    join numbered_stories s on s.place = r.place`;
  await execute(tx)`
    insert into story_picks (list, story_id, position, picked_at)
    select 'editors-picks', id, row_number() over (order by place), ${until}::timestamptz
    from numbered_stories where mod(place, 7) = 3 order by place limit ${picks}`;
}

async function insertCollections(tx: Db, until: Date): Promise<void> {
  await execute(tx)`
    insert into collections (owner_id, name, visibility, created_at, updated_at)
    select id, 'A thousand nights', 'public', ${until}::timestamptz, ${until}::timestamptz
    from numbered_readers where number > ${readers}`;
  await execute(tx)`
    insert into collection_stories (collection_id, story_id, rank, added_at)
    select c.id, s.id, row_number() over (partition by c.id order by hashtext(s.id::text || c.id)), ${until}::timestamptz
    from collections c, numbered_stories s where s.place < ${largeCollection}`;
  await execute(tx)`
    update collections c set stories = (select count(*) from collection_stories s where s.collection_id = c.id)`;
}

/** Comments on the first chapters of popular stories; every fifth has two replies, and each has up to three likes. */
async function insertComments(tx: Db, until: Date): Promise<void> {
  await execute(tx)`
    insert into comments (subject_kind, subject_id, root_id, user_id, content, created_at, replies)
    select 'chapter', s.chapter_id, s.id, r.id, 'Comment ' || k || ': ' || left(d.description, 200),
      ${until}::timestamptz - k * interval '37 minutes', case when mod(k, 5) = 0 then 2 else 0 end
    from numbered_stories s join stories d on d.id = s.id, generate_series(1, ${commentsEach}::int) k,
      numbered_readers r
    where s.place < ${discussedChapters} and r.number = 1 + mod(s.place * 31 + k, ${readers})`;
  await execute(tx)`
    insert into comments (subject_kind, subject_id, root_id, parent_id, user_id, content, created_at)
    select c.subject_kind, c.subject_id, c.root_id, c.id, c.user_id, 'Reply ' || k, c.created_at + k * interval '1 minute'
    from comments c, generate_series(1, 2) k where c.replies > 0`;
  await execute(tx)`
    insert into comment_likes (user_id, comment_id, created_at)
    select r.id, c.id, ${until}::timestamptz
    from comments c, generate_series(1, ${scattered('c.id::text', 4)}) k, numbered_readers r
    where r.number = 1 + mod(${scattered("'from ' || c.id", 1000)} + k, ${readers}::int)`;
  await execute(tx)`
    update comments c set likes = n.likes
    from (select comment_id, count(*) as likes from comment_likes group by 1) n where n.comment_id = c.id`;
  await execute(tx)`
    insert into comment_counts (subject_id, parent_id, listed, shown)
    select c.subject_id, s.id, count(*) filter (where c.is_listed), count(*) filter (where c.is_shown)
    from comments c left join numbered_stories s on s.chapter_id = c.subject_id group by 1, 2`;
  await execute(tx)`
    insert into story_comment_counts (story_id, comments) select parent_id, shown from comment_counts
    where parent_id is not null`;
}

/** Adds people with libraries and what else pages show that nobody else asks for. */
export async function insertReaders(tx: Db, until: Date): Promise<void> {
  await prepare(tx, until);
  await insertLibraries(tx, until);
  await insertReading(tx);
  await insertTastes(tx, until);
  await insertCollections(tx, until);
  await insertComments(tx, until);
}
