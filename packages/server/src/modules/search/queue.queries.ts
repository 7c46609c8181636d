import { type Db, sql } from '../../platform/db/db.ts';
import './search.table.ts';

export interface QueueRow {
  id: number;
  kind: 'story' | 'chapter' | 'person';
  target: string;
}

/**
 * Lets one process at a time index, until its transaction ends. Two could otherwise write the same chapter, and the
 * older text could win.
 */
export const lockIndex = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('search index', 0)) as locked`.execute(tx);
  return rows[0]?.locked === true;
};

/** The next entries, edits before the backlog; those of one target that follow each other are one piece of work. */
export const takeEntries = async (tx: Db, limit: number): Promise<QueueRow[]> => {
  const { rows } = await sql<QueueRow>`
    select id, kind, target from search_queue order by is_backlog, id limit ${limit}`.execute(tx);
  return rows;
};

export const removeEntries = (tx: Db, ids: number[]) =>
  sql`delete from search_queue where id = any(${ids}::bigint[])`.execute(tx);

export const hasEntries = async (db: Db): Promise<boolean> => {
  const { rows } = await sql`select from search_queue limit 1`.execute(db);
  return rows.length > 0;
};

export const countEntries = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from search_queue`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Queues everything, after the edits that wait. */
export const queueAll = (db: Db) =>
  sql`
    insert into search_queue (kind, target, is_backlog)
    select 'story', id, true from stories where is_published
    union all select 'person', id, true from users
    union all select 'chapter', id, true from chapters where is_published`.execute(db);

/** Queues a story's published chapters that are not indexed, or with another stemmer; edits of other stories go first if there are many. */
export const queueChapters = (tx: Db, storyIds: string[]) =>
  sql`
    insert into search_queue (kind, target, is_backlog)
    select 'chapter', c.id, count(*) over () > 100
    from chapters c join search_stories d on d.story_id = c.story_id
    left join search_pieces p on p.story_id = c.story_id and p.chapter_id = c.id and p.piece = 0
    where c.story_id = any(${storyIds}::uuid[]) and c.is_published
      and (p.chapter_id is null or p.version <> c.version or p.stemmer <> d.stemmer)
    order by c.story_id, c.position`.execute(tx);
