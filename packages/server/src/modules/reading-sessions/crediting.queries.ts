import type { DeviceType } from '@inkling/contract/reading-sessions';
import { allRows, type Db, sql, type TableRow } from '../../platform/db/db.ts';
import { isLockTimeout } from '../../platform/db/db-errors.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { rowIsLocked } from '../../platform/db/write-batcher.ts';

/** A session that was silent for longer has ended (docs/product/reading-sessions.md#sessions). */
export const silence = sql.lit('2 minutes');
/** A reader without a report for this long is not reading now; browsers report every ten seconds. */
const pause = sql.lit('30 seconds');
/** How far credited time may be ahead of the clock, for delays of the network. */
const slack = sql.lit('5 seconds');
/**
 * The credited seconds from which a session shows that its chapter was read: words and the right to rate need one. More
 * than `slack`, which passes in no time; less than the first report of a browser, after ten seconds, and than the twelve
 * that 200 words, the shortest chapter, take at 1,000 words a minute.
 */
export const minSeconds = sql.lit(8);
/** How long credited moments are remembered: longer than a report can reach back. */
const remembered = sql.lit('10 minutes');

type Fragment = ReturnType<typeof sql>;

/**
 * The slowest reading that is credited: the time of a chapter within a day is at most that of three readings at 60 words a
 * minute, a second a word each.
 */
export const slowestSecondsPerWord = 3;

/**
 * How many more seconds a reader can be credited for a chapter at a time, by their sessions of the day before and after
 * it. Ended sessions of readers who keep no history may be of any chapter, so they count for each.
 */
export const creditLeft = (userId: Fragment, chapterId: Fragment, at: Fragment): Fragment => sql`
  greatest(0, coalesce((select ${sql.lit(slowestSecondsPerWord)} * w.word_count from chapters w where w.id = ${chapterId}), 0) - coalesce((
    select sum(o.seconds) from reading_sessions o
    where o.user_id = ${userId} and coalesce(o.chapter_id, ${chapterId}) = ${chapterId}
      and o.last_sync_at > ${at} - interval '1 day' and o.started_at < ${at} + interval '1 day'
      -- Found by the index of a reader's days, which are in their time zone.
      and o.day between (${at} - interval '3 days')::date and (${at} + interval '3 days')::date), 0))`;

/** Whether a running session of the chapter, which is not yet noted as timed, has enough seconds for its words and a rating. */
export const isTimedNow = (userId: Fragment, chapterId: Fragment): Fragment => sql`exists (
  select from reading_sessions r
  where r.user_id = ${userId} and r.chapter_id = ${chapterId} and r.ended_at is null and r.seconds >= ${minSeconds})`;

/** The condition that session `s` belongs to someone who is reading now. */
export const isReadingNow = (now: Date) =>
  sql<boolean>`(s.ended_at is null and s.last_sync_at > ${now}::timestamptz - ${pause}::interval)`;

export interface Sync {
  userId: string;
  chapterId: string;
  device: DeviceType;
  /** Null for the running session of this chapter and device. */
  sessionId: string | null;
  seconds: number;
  progress: number | null;
  now: Date;
  /** The current day in the reader's time zone. */
  day: string;
}

export type SyncedRow = Pick<TableRow<'reading_sessions'>, 'id' | 'seconds' | 'sync_count'>;

/**
 * How long a statement for many readers may wait for a lock, so that one row does not delay all of them. It skips clocks
 * that are locked; other locks are rare, such as that of an account that is being deleted.
 */
const batchLockTimeout = '200ms';

type Place = { place: number };

/** Null values are of a reader whose clock is locked. */
type CreditedRow = Place & { [Column in keyof SyncedRow]: SyncedRow[Column] | null };

const creditSyncs = async (db: Db, inputs: Sync[], isBatch: boolean): Promise<CreditedRow[]> => {
  const lockTimeout = isBatch ? batchLockTimeout : null;
  return allRows<CreditedRow>(db)`
    -- Set by the statement itself, since a transaction with a statement for it would take four round trips.
    with timeout as materialized (
      select set_config('lock_timeout', coalesce(${lockTimeout}, current_setting('lock_timeout')), true)),
    input as materialized (
      select a.* from timeout, unnest(${inputs.map((one) => one.userId)}::uuid[],
        ${inputs.map((one) => one.chapterId)}::uuid[], ${inputs.map((one) => one.device)}::text[],
        ${inputs.map((one) => one.sessionId)}::uuid[], ${inputs.map((one) => one.seconds)}::float8[],
        ${inputs.map((one) => one.progress)}::numeric[], ${inputs.map((one) => one.now)}::timestamptz[],
        ${inputs.map((one) => one.day)}::date[]) with ordinality
        as a (user_id, chapter_id, device, session_id, claimed, progress, now, day, place)),
    -- Everything that credits a reader's time locks this row first, in the order of the readers.
    locked as materialized (
      select c.user_id, c.covered from reading_clocks c
      where c.user_id in (select user_id from input) order by c.user_id for no key update ${isBatch ? sql`skip locked` : sql``}),
    running as materialized (
      select s.user_id, s.id, s.chapter_id, s.credited_until, u.is_measured, a.claimed, a.progress as read, a.now, a.day, a.place,
        -- A wrong clock may have left moments in the future.
        l.covered * tstzmultirange(tstzrange(a.now - ${remembered}::interval, a.now + ${slack}::interval)) as covered
      from locked l join input a on a.user_id = l.user_id
      join reading_sessions s on s.user_id = a.user_id and s.chapter_id = a.chapter_id and s.device = a.device
        and s.ended_at is null and (a.session_id is null or s.id = a.session_id)
        and s.last_sync_at between a.now - ${silence}::interval and a.now + ${slack}::interval
      join users u on u.id = s.user_id
      for no key update of s),
    started as (
      select r.*, greatest(r.credited_until, r.now - r.claimed * interval '1 second' - ${slack}::interval) as start
      from running r),
    ranges as (
      select r.*, greatest(r.start,
        least(r.start + r.claimed * interval '1 second', r.now + ${slack}::interval)) as until from started r),
    credited as materialized (
      select r.*, tstzmultirange(tstzrange(r.start, r.until)) as range, least(
        ${creditLeft(sql`r.user_id`, sql`r.chapter_id`, sql`r.now`)}, (
        select coalesce(sum(extract(epoch from upper(part) - lower(part))), 0)
        from unnest(tstzmultirange(tstzrange(r.start, r.until)) - r.covered) part)) as credit
      from ranges r),
    moved as (
      update reading_clocks c set covered = r.covered + r.range from credited r where c.user_id = r.user_id),
    synced as (
      update reading_sessions s set seconds = s.seconds + r.credit, sync_count = s.sync_count + 1,
        last_sync_at = r.now, credited_until = greatest(s.credited_until, r.until),
        progress = greatest(s.progress, r.read)
      from credited r where s.user_id = r.user_id and s.id = r.id
      returning r.place, s.id, s.seconds, s.sync_count),
    counted as (
      insert into reading_session_days as d (user_id, day, seconds, last_at)
      select user_id, day, credit, now from credited where credit > 0 and is_measured order by user_id
      on conflict (user_id, day) do update set seconds = d.seconds + excluded.seconds, last_at = excluded.last_at)
    select place, id, seconds, sync_count from synced
    union all
    select a.place, null, null, null from input a join reading_clocks c on c.user_id = a.user_id
    where a.user_id not in (select user_id from locked)`;
};

const isCredited = (row: CreditedRow): row is SyncedRow & Place => row.id !== null;

/**
 * Credits the reports of many readers in one statement; each reader at most once. A report of some seconds stands for a
 * range of time: it begins where the session's last one ended, or as long before now as it says, and ends at most 5
 * seconds from now. Only the part of the range that none of the reader's sessions has covered yet is credited.
 *
 * Returns undefined for a session that is not running, and `rowIsLocked` for a reader whose clock is locked: their report
 * is not credited, since the others would wait for it (docs/product/reading-sessions.md#credited-time).
 */
export const syncSessions = async (
  db: Db,
  inputs: Sync[],
): Promise<(SyncedRow | undefined | typeof rowIsLocked)[]> => {
  try {
    const rows = inInputOrder(await creditSyncs(db, inputs, true));
    return inputs.map((_, index) => {
      const row = rows[index];
      return row === undefined || isCredited(row) ? row : rowIsLocked;
    });
  } catch (error) {
    if (isLockTimeout(error)) return inputs.map(() => rowIsLocked);
    throw error;
  }
};

/** Credits one report, and waits while the reader's clock is locked. */
export const syncSession = async (db: Db, input: Sync): Promise<SyncedRow | undefined> =>
  (await creditSyncs(db, [input], false)).find(isCredited);
