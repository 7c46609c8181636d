import { day as dayLength } from '../../platform/clock.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql, transaction } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { Erased } from '../../platform/module.ts';
import { viewerKeyOf } from '../stories/index.ts';
import { quarterOf } from './views.queries.ts';
import './analytics.table.ts';

const rawTables = ['analytics_views', 'analytics_sessions'] as const;
type RawTable = (typeof rawTables)[number];
/** Tables without references, whose rows are deleted with their story. */
const erasedTables = [...rawTables, 'analytics_readers'];

/** How long raw rows are stored, in days (docs/product/analytics.md#privacy). */
export const rawDays = 90;

/** The first day in UTC whose raw rows are stored at a time. */
export const oldestDay = (now: Date): string =>
  new Date(now.getTime() - rawDays * dayLength).toISOString().slice(0, 10);

/** The month that begins `offset` months after a day's: its name, its first day, and that of the next one. */
function monthAt(now: Date, offset: number) {
  const first = (plus: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + plus, 1)).toISOString().slice(0, 10);
  const from = first(offset);
  return { name: from.slice(0, 7).replace('-', '_'), from, to: first(offset + 1) };
}

/** Creates a table's partition of a month, and moves the rows of that month there from the default partition. */
const ensureMonth = (db: Db, table: RawTable, { name, from, to }: ReturnType<typeof monthAt>) =>
  transaction(db, async (tx) => {
    const partition = `${table}_${name}`;
    const isThere = sql`select where to_regclass(${partition}) is not null`;
    if (await hasRows(tx, isThere)) return;
    // Until the commit, no row is added, and no other process creates it.
    await execute(tx)`lock table ${sql.id(table)} in share row exclusive mode`;
    if (await hasRows(tx, isThere)) return;
    await execute(tx)`
      create table ${sql.id(partition)} (like ${sql.id(table)} including defaults including constraints)`;
    await execute(tx)`
      with moved as (delete from ${sql.id(`${table}_default`)} where day >= ${from}::date and day < ${to}::date returning *)
      insert into ${sql.id(partition)} select * from moved`;
    await execute(tx)`alter table ${sql.id(table)} attach partition ${sql.id(partition)}
      for values from (${sql.lit(from)}) to (${sql.lit(to)})`;
  });

/** Creates the missing partitions of this month and the next two. */
export async function ensureMonths(db: Db, now: Date): Promise<void> {
  for (const table of rawTables)
    for (const offset of [0, 1, 2]) await ensureMonth(db, table, monthAt(now, offset));
}

/**
 * Deletes at most `max` raw rows, and what is noted to count them once, of days in UTC before this one; returns how many.
 * Quarters go last: while a raw row is there, its quarter says that it has been counted.
 */
export async function deleteOldRows(db: Db, before: string, max: number): Promise<number> {
  const ofDays = [
    ...rawTables.map((table) => [table, sql`day`] as const),
    ['analytics_readers', sql`starts_on`],
  ] as const;
  for (const [table, isOld] of [
    ...ofDays.map(([name, column]) => [name, sql`${column} < ${before}::date`] as const),
    ['analytics_quarters', sql`quarter < ${before}::timestamp at time zone 'UTC'`] as const,
  ]) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (tableoid, ctid) in (
        select tableoid, ctid from ${sql.table(table)} where ${isOld} limit ${max})`.execute(db);
    if (numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}

/** Drops the partitions of months that ended before this day; those that have rows are left. */
export async function dropMonths(db: Db, before: string): Promise<void> {
  const partitions = await allRows<{ name: string }>(db)`
    select c.relname::text as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('analytics_views'::regclass, 'analytics_sessions'::regclass)
      and c.relname ~ '_\\d{4}_\\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' <= ${before}::date`;
  for (const { name } of partitions)
    await transaction(db, async (tx) => {
      const left = await firstRow<{ found: boolean }>(tx)`
        select exists (select from ${sql.id(name)}) as found`;
      if (left?.found === false) await execute(tx)`drop table ${sql.id(name)}`;
    });
}

/** Deletes at most `max` raw rows, and readers, of what is erased. What was counted of a chapter goes with its story. */
export async function eraseRawRows(db: Db, { storyId, chapterId }: Erased, max: number): Promise<number> {
  if (chapterId !== null) return 0;
  return deleteSome(db, erasedTables, { column: 'story_id', id: storyId, max });
}

/** Deletes the raw rows, and readers, of all stories of an author. */
export async function deleteRowsOfAuthor(tx: Db, authorId: string): Promise<void> {
  for (const table of erasedTables)
    await execute(tx)`
      delete from ${sql.table(table)} where story_id in (select id from stories where author_id = ${authorId})`;
}

/** Which views of a member: all, or those of a day in their time zone, or of a story on that day. */
export interface ForgottenViews {
  userId: string;
  day?: string;
  storyId?: string;
}

const nobody = sql`decode(replace(gen_random_uuid()::text, '-', ''), 'hex')`;

/**
 * The key of the view `v` of this page and day alone (`ofPage` in stories/viewer-keys.ts), by which it still counts once
 * that day; a random one when the day's salt is gone, or that key is in use.
 */
const keyOfPage = sql`coalesce((
  select key from (
    select substring(sha256(s.salt || v.viewer || convert_to(v.story_id || ' ' || v.chapter_id, 'UTF8')) for 16) as key
    from view_salts s where s.day = v.day) of_page
  where not exists (select from analytics_views o
    where (o.story_id, o.chapter_id, o.day, o.viewer) = (v.story_id, v.chapter_id, v.day, key))), ${nobody})`;

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
    update analytics_views v set viewer = ${keyOfPage}, is_member = false, at = ${quarterOf(sql`at`)}
    where viewer = ${viewer} and is_member and ${story} and ${ofDay}`;
  const ofPeriod =
    day === undefined
      ? sql`true`
      : sql`period = 'day' and starts_on between ${day}::date - 1 and ${day}::date + 1`;
  await execute(tx)`
    update analytics_readers set viewer = ${nobody} where viewer = ${viewer} and ${story} and ${ofPeriod}`;
}
