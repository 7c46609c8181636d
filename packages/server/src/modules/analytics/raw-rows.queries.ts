import { day as dayLength } from '../../platform/clock.ts';
import { type Db, execute, type RawBuilder, sql } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';

/** Tables of single views, sessions and readers, with the column of their days. They have no references. */
const rawTables = { analytics_views: 'day', analytics_sessions: 'day', analytics_readers: 'starts_on' };

/** How long their rows are stored, in days (docs/product/analytics.md#privacy). */
export const rawDays = 90;

/** The first day in UTC whose rows are stored at a time. */
export const oldestDay = (now: Date): string =>
  new Date(now.getTime() - rawDays * dayLength).toISOString().slice(0, 10);

/** Deletes at most `max` rows of days before this one; returns how many. */
export async function deleteOldRows(db: Db, before: string, max: number): Promise<number> {
  for (const [table, day] of Object.entries(rawTables)) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.ref(day)} < ${before}::date limit ${max}))`.execute(
      db,
    );
    if (numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}

/** Deletes what visitors were recognized by on days before this one. */
export async function forgetVisitors(db: Db, before: string): Promise<void> {
  await execute(db)`delete from visitor_view_counts where day < ${before}::date`;
  await execute(db)`delete from view_salts where day < ${before}::date`;
}

/** Deletes at most `max` rows of a story that is erased. What was counted of a chapter goes with its story. */
export async function eraseRawRows(db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> {
  if (chapterId !== null) return 0;
  return deleteSome(db, Object.keys(rawTables), { column: 'story_id', id: storyId, max });
}

/** Deletes the rows of all stories of an author. */
export async function deleteRowsOfAuthor(tx: Db, authorId: string): Promise<void> {
  for (const table of Object.keys(rawTables))
    await execute(tx)`
      delete from ${sql.table(table)} where story_id in (select id from stories where author_id = ${authorId})`;
}

/** The viewer key of a signed-in person; must match `keysOf` in views.service.ts. */
export const viewerKeyOf = (userId: string | RawBuilder<unknown>) =>
  sql`substring(sha256(convert_to('user ' || ${userId}::text, 'UTF8')) for 16)`;

/** Which views of a member: all, or those of a day in their time zone, or of a story on that day. */
interface ForgottenViews {
  userId: string;
  day?: string;
  storyId?: string;
}

const nobody = sql`decode(replace(gen_random_uuid()::text, '-', ''), 'hex')`;

/**
 * The key of the view `v` of this page and day alone (`ofPage` in views.service.ts), by which it still counts once
 * that day; a random one when the day's salt is gone, or that key is in use.
 */
const keyOfPage = sql`coalesce((
  select key from (
    select substring(sha256(s.salt || v.viewer || convert_to(v.story_id || ' ' || v.chapter_id, 'UTF8')) for 16) as key
    from view_salts s where s.day = v.day) of_page
  where not exists (select from analytics_views o
    where (o.story_id, o.day, o.chapter_id, o.viewer) = (v.story_id, v.day, v.chapter_id, key))), ${nobody})`;

/**
 * Makes views of a member anonymous: what was counted stays, but no one can tell that two of them are from
 * the same person.
 */
export async function forgetViews(tx: Db, { userId, day, storyId }: ForgottenViews): Promise<void> {
  const story = storyId === undefined ? sql`true` : sql`story_id = ${storyId}`;
  const viewer = viewerKeyOf(userId);
  // In the zone of the person, whose days the history shows.
  const ofDay =
    day === undefined
      ? sql`true`
      : sql`at >= ${day}::timestamp at time zone (select time_zone from users where id = ${userId})
          and at < (${day}::date + 1)::timestamp at time zone (select time_zone from users where id = ${userId})`;
  await execute(tx)`
    update analytics_views v set viewer = ${keyOfPage}, is_member = false, at = date_trunc('hour', at, 'UTC')
    where viewer = ${viewer} and is_member and ${story} and ${ofDay}`;
  const ofPeriod =
    day === undefined
      ? sql`true`
      : sql`period = 'day' and starts_on between ${day}::date - 1 and ${day}::date + 1`;
  await execute(tx)`
    update analytics_readers set viewer = ${nobody} where viewer = ${viewer} and ${story} and ${ofPeriod}`;
}
