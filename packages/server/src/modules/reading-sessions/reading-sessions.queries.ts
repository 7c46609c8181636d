import type { DeviceType } from '@inkling/contract/reading-sessions';
import type { AppContext } from '../../platform/context.ts';
import { countRows, type Db, execute, firstRow, firstValue, hasRows, sql } from '../../platform/db/db.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';

export interface Place {
  storyId: string;
  chapterId: string;
  device: DeviceType;
}

/** Whether readers may read this chapter of this story now. */
export const isReadable = (
  ctx: Pick<AppContext, 'db' | 'config' | 'clock'>,
  reader: { id: string },
  { storyId, chapterId }: Pick<Place, 'storyId' | 'chapterId'>,
): Promise<boolean> =>
  hasRows(ctx.db)`
    select from chapters c join stories s on s.id = c.story_id
    where c.id = ${chapterId} and c.story_id = ${storyId} and ${visibleTo(readerOf(ctx, reader), 'library').chapter}`;

/** Locks a reader's clock until the transaction ends: everything that credits their time takes this lock first. */
export const lockClock = (tx: Db, userId: string) =>
  sql`insert into reading_clocks as c (user_id) values (${userId})
    on conflict (user_id) do update set covered = c.covered`.execute(tx);

export const findRunning = (tx: Db, userId: string, { chapterId, device }: Place) =>
  firstRow<{ id: string; sync_count: number }>(tx)`
    select id, sync_count from reading_sessions
    where user_id = ${userId} and chapter_id = ${chapterId} and device = ${device} and ended_at is null`;

export const hasSession = (tx: Db, userId: string, id: string): Promise<boolean> =>
  hasRows(tx)`select from reading_sessions where user_id = ${userId} and id = ${id}`;

/** How many sessions a reader has of a day, counted up to `max`. */
export const countOfDay = (tx: Db, userId: string, day: string, max: number): Promise<number> =>
  countRows(
    tx,
    sql`from (select from reading_sessions where user_id = ${userId} and day = ${day}::date limit ${max}) r`,
  );

export interface NewSession extends Place {
  id: string;
  userId: string;
  day: string;
  now: Date;
  progress: number;
}

export const insertSession = (
  tx: Db,
  { id, userId, day, now, progress, storyId, chapterId, device }: NewSession,
): Promise<void> =>
  execute(tx)`
    insert into reading_sessions (user_id, id, story_id, chapter_id, device, day, started_at, last_sync_at, credited_until,
      start_progress, progress)
    values (${userId}, ${id}, ${storyId}, ${chapterId}, ${device}, ${day}, ${now}, ${now}, ${now}, ${progress}, ${progress})`;

/** The seconds of a session that has just ended; undefined for one without time. */
export const findSeconds = (tx: Db, userId: string, id: string): Promise<number | undefined> =>
  firstValue<number>(tx)`
    select seconds from reading_sessions where user_id = ${userId} and id = ${id}`;
