import { allRows, type Db, execute, hasRows, sql } from '../platform/db/db.ts';

export const hasStories = (db: Db): Promise<boolean> => hasRows(db, sql`select from stories limit 1`);

/** A number from 0 that looks random, but is the same for the same text, which is SQL. */
export const scattered = (text: string, below: number) =>
  sql.raw(`mod(abs(hashtextextended(${text}, 0)), ${below})::int`);

/** The ids of genres ordered by name, because ids differ between databases. Early ones are used most. */
export const genreIds = async (db: Db): Promise<string[]> => {
  const rows = await allRows<{ id: string }>(db)`select id from genres order by name_key`;
  return rows.map(({ id }) => id);
};

/**
 * Prepares a transaction for bulk writes: disables timeouts, the trigger that increments a story's revision for each
 * genre, because these stories are new, and the libraries' quota, which takes a lock per reader and has no room for tens
 * of thousands in one transaction.
 */
export const prepareForBulkWrites = async (tx: Db): Promise<void> => {
  await execute(tx)`set local statement_timeout = 0`;
  await execute(tx)`set local idle_in_transaction_session_timeout = 0`;
  await execute(tx)`alter table story_genres disable trigger story_genres_revision`;
  await execute(tx)`alter table library_entries disable trigger library_entries_quota`;
};

export const endBulkWrites = async (tx: Db): Promise<void> => {
  // A table with deferred triggers that wait cannot be altered.
  await execute(tx)`set constraints all immediate`;
  await execute(tx)`alter table story_genres enable trigger story_genres_revision`;
  await execute(tx)`alter table library_entries enable trigger library_entries_quota`;
};

/** Inserts the rows of each table, which have the same columns. */
export async function insertRows(tx: Db, tables: Record<string, object[]>): Promise<void> {
  for (const [name, rows] of Object.entries(tables)) {
    const [table, columns] = [
      sql.table(name),
      sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column))),
    ];
    if (rows.length === 0) continue;
    await execute(tx)`
      insert into ${table} (${columns})
      select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`;
  }
}

/** Up to three tags of 500, the first ones most frequent; drawn from the id. */
const drawnTags = sql`array(
  select distinct 'theme ' || floor(500 * power((hashtextextended(s.id::text, n) & 1048575) / 1048576.0, 3))
  from generate_series(1, hashtextextended(s.id::text, 0) & 3) as n order by 1)`;

/** Gives new stories their tags, and writes their filter keys, as the disabled trigger would. */
export const tagStories = async (tx: Db, ids: string[]): Promise<void> => {
  await execute(tx)`
    update stories s set tags = ${drawnTags}, tag_keys = array(select replace(tag, ' ', '') from unnest(${drawnTags}) tag), revision = 0 where id = any(${ids})`;
  await execute(tx)`update stories set revision = 1 where id = any(${ids})`;
};

/** A story with as many people, from this place in the order of their ids. */
export interface PeopleRange {
  story_id: string;
  first: number;
  count: number;
}

const inRanges = (ranges: PeopleRange[]) => sql`
  json_to_recordset(${JSON.stringify(ranges)}::json) r (story_id uuid, first int, count int)
  join numbered_people p on p.place >= r.first and p.place < r.first + r.count`;

/** Numbers the people from 0 for `insertLikes` and `insertViews`. */
export const numberPeople = (tx: Db) =>
  sql`
    create temporary table numbered_people on commit drop as
    select row_number() over (order by id) - 1 as place, id from users`.execute(tx);

/** Gives each row of `liked` up to three likes by readers, and counts them. */
export async function likeByReaders(
  tx: Db,
  { liked, likes, id }: Record<'liked' | 'likes' | 'id', string>,
  readers: number,
  at: Date,
): Promise<void> {
  await execute(tx)`
    insert into ${sql.table(likes)} (user_id, ${sql.ref(id)}, created_at)
    select r.id, c.id, ${at}::timestamptz
    from ${sql.table(liked)} c, generate_series(1, ${scattered('c.id::text', 4)}) k, numbered_readers r
    where r.number = 1 + mod(${scattered('c.id::text', 1000)} + k, ${readers}::int)`;
  await execute(tx)`
    update ${sql.table(liked)} c set likes = n.likes
    from (select ${sql.ref(id)} as id, count(*) as likes from ${sql.table(likes)} group by 1) n where n.id = c.id`;
}

/** Inserts as many likes by different people as the counter of each story says. */
export const insertLikes = (tx: Db, ranges: PeopleRange[], at: Date) =>
  sql`insert into story_likes (story_id, user_id, created_at) select r.story_id, p.id, ${at} from ${inRanges(ranges)}`.execute(
    tx,
  );

/** Inserts the viewers of one day; a live database also deletes those of earlier days. */
export const insertViews = (tx: Db, ranges: PeopleRange[], day: Date) =>
  sql`
    insert into story_views (story_id, day, viewer)
    select r.story_id, ${day}::timestamptz::date, uuid_send(p.id) from ${inRanges(ranges)}`.execute(tx);

/** Counts what the stories and views say, once all are written. */
export const countLabelsAndActivity = async (tx: Db): Promise<void> => {
  await execute(tx)`
    insert into story_languages (language, stories)
    select language, count(*) from stories where is_published group by 1`;
  await execute(tx)`
    insert into tags (key, name, stories)
    select tag, tag, count(*) from stories, unnest(tags) as tag where is_published group by 1`;
  await execute(tx)`
    insert into story_activity_days (story_id, day, activity)
    select story_id, day, count(*) from story_views group by 1, 2`;
};

/** Updates the planner statistics, which autovacuum would do later. */
export const analyze = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await execute(connection)`set statement_timeout = 0`;
    await execute(connection)`vacuum (analyze)`;
    await execute(connection)`reset statement_timeout`;
  });
