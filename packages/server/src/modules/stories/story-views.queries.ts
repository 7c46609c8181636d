import { type Db, sql, transaction } from '../../platform/db/db.ts';
import './stories.table.ts';

export interface View {
  storyId: string;
  day: string;
  /** Empty for those that are not counted. */
  viewer: Buffer;
  /** The signed-in viewer, whose own stories do not count. */
  userId: string | null;
}

/**
 * Counts many views in one statement and answers each published story's views. Counters follow the rows that
 * were really added. The few views of a crash's last moment may be lost: nothing else rests on them.
 */
export const countViews = (db: Db, views: View[]): Promise<Map<string, number>> =>
  transaction(db, async (tx) => {
    await sql`set local synchronous_commit = off`.execute(tx);
    const counted = views.filter(({ viewer }) => viewer.length > 0);
    const { rows: added } = await sql<{ story_id: string; views: number }>`
      with seen as (
        insert into story_views (story_id, day, viewer)
        select distinct s.id, v.day, v.viewer
        from unnest(${counted.map((v) => v.storyId)}::uuid[], ${counted.map((v) => v.day)}::date[],
          ${counted.map((v) => v.viewer)}::bytea[], ${counted.map((v) => v.userId)}::uuid[]) as v (story_id, day, viewer, user_id)
        join stories s on s.id = v.story_id
        where s.is_published and s.deleted_at is null and s.author_id is distinct from v.user_id
        order by 1, 2, 3
        on conflict do nothing returning story_id)
      update stories s set views = s.views + n.added
      from (select story_id, count(*) as added from seen group by story_id order by story_id) n
      where s.id = n.story_id returning s.id as story_id, s.views`.execute(tx);
    const { rows } = await sql<{ id: string; views: number }>`
      select id, views from stories where id = any(${views.map((v) => v.storyId)}::uuid[])
        and is_published and deleted_at is null`.execute(tx);
    return new Map([
      ...rows.map((row) => [row.id, row.views] as const),
      ...added.map((row) => [row.story_id, row.views] as const),
    ]);
  });

/** The day's salt: whichever process kept one first. Those of days gone by are forgotten. */
export const keepSalt = async (db: Db, day: string, salt: Buffer): Promise<Buffer> => {
  await sql`delete from view_salts where day < ${day}::date - 1`.execute(db);
  await sql`insert into view_salts (day, salt) values (${day}, ${salt}) on conflict do nothing`.execute(db);
  const { rows } = await sql<{ salt: Buffer }>`select salt from view_salts where day = ${day}`.execute(db);
  return rows[0]?.salt ?? salt;
};

/** The oldest day whose viewers are still known, before `day`; null when there is none. */
export const oldestViews = async (db: Db, day: string): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from story_views where day < ${day}::date`.execute(db);
  return rows[0]?.day ?? null;
};

/** Keeps of a day's views how many each story had, and forgets whose they were. */
export const foldViews = (db: Db, day: string) =>
  sql`
    with gone as (delete from story_views where day = ${day} returning story_id)
    insert into story_view_days as kept (story_id, day, views)
    select story_id, ${day}::date, count(*) from gone group by story_id
    on conflict (story_id, day) do update set views = kept.views + excluded.views`.execute(db);
