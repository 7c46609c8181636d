import type { CalendarEntry, ScheduleProblem } from '@inkling/contract/schedules';
import { allRows, type Db, execute, firstRow, hasRows, sql, type TableRow } from '../../platform/db/db.ts';
import { raiseRevision } from '../stories/index.ts';

export interface ScheduleRow extends Omit<TableRow<'chapter_schedules'>, 'story_id' | 'scheduled_at'> {
  /** The author's. */
  time_zone: string;
}

/** The schedules of a story's draft chapters. Those of published and deleted ones mean nothing. */
export const listSchedules = (db: Db, storyId: string): Promise<ScheduleRow[]> =>
  allRows<ScheduleRow>(db)`
    select d.chapter_id, d.publish_at, d.problem, d.is_paused, d.announce, u.time_zone
    from chapter_schedules d join chapters c on c.story_id = d.story_id and c.id = d.chapter_id
    join stories s on s.id = d.story_id join users u on u.id = s.author_id
    where d.story_id = ${storyId} and c.deleted_at is null and not c.is_published
    order by d.publish_at, c.position`;

export interface NewSchedule {
  chapterId: string;
  publishAt: Date;
  announce: boolean;
}

/**
 * Schedules chapters of a story; earlier schedules and their problems are replaced, and are not paused any more. Readers
 * see the next date.
 */
export const saveSchedules = async (
  db: Db,
  storyId: string,
  schedules: NewSchedule[],
  now: Date,
): Promise<void> => {
  const ids = schedules.map(({ chapterId }) => chapterId);
  const moments = schedules.map(({ publishAt }) => publishAt.toISOString());
  const announced = schedules.map(({ announce }) => announce);
  await execute(db)`
    insert into chapter_schedules (chapter_id, story_id, publish_at, announce, scheduled_at)
    select n.id, ${storyId}, n.publish_at, n.announce, ${now}
    from unnest(${ids}::uuid[], ${moments}::timestamptz[], ${announced}::boolean[]) as n (id, publish_at, announce)
    on conflict (story_id, chapter_id) do update set publish_at = excluded.publish_at, announce = excluded.announce,
      problem = null, scheduled_at = excluded.scheduled_at, is_paused = false`;
  await raiseRevision(db, storyId);
};

/** Pauses the schedules of these chapters. Readers see no date of a paused one. */
export const pauseSchedules = async (db: Db, storyId: string, chapterIds: string[]): Promise<void> => {
  await execute(db)`
    update chapter_schedules set is_paused = true where chapter_id = any(${chapterIds}) and story_id = ${storyId}`;
  await raiseRevision(db, storyId);
};

export const deleteSchedules = async (db: Db, storyId: string, chapterIds: string[]): Promise<void> => {
  await execute(db)`
    delete from chapter_schedules where chapter_id = any(${chapterIds}) and story_id = ${storyId}`;
  await raiseRevision(db, storyId);
};

/** Deletes the schedule of a chapter that was published then, unless it was scheduled again since. */
export const endSchedule = async (
  db: Db,
  storyId: string,
  chapterId: string,
  publishedAt: Date,
): Promise<void> => {
  const ended = sql`
    delete from chapter_schedules
    where story_id = ${storyId} and chapter_id = ${chapterId} and scheduled_at <= ${publishedAt}`;
  if (await hasRows(db, ended)) await raiseRevision(db, storyId);
};

type Draft = Pick<TableRow<'chapters'>, 'id' | 'title' | 'word_count'>;

/** The draft chapters of a story from one on that may be published, in order. */
export const listDraftsFrom = (db: Db, storyId: string, from: string): Promise<Draft[]> =>
  allRows<Draft>(db)`
    select c.id, c.title, c.word_count from chapters c join chapters first on first.id = ${from} and first.story_id = c.story_id
    where c.story_id = ${storyId} and c.deleted_at is null and not c.is_published and c.taken_down_at is null
      and c.position >= first.position
    order by c.position`;

/** The chapters that are due, in the order in which they are to be published. */
export const listDue = (db: Db, now: Date): Promise<{ chapter_id: string; story_id: string }[]> =>
  allRows<{ chapter_id: string; story_id: string }>(db)`
    select d.chapter_id, d.story_id from chapter_schedules d join chapters c on c.story_id = d.story_id and c.id = d.chapter_id
    where d.publish_at <= ${now} and d.problem is null and not d.is_paused and not c.is_published
    order by d.publish_at, c.position, d.chapter_id`;

export interface DueChapter {
  isDeleted: boolean;
  isSuspended: boolean;
  storyTakenDown: boolean;
  storyPublished: boolean;
  chapterTakenDown: boolean;
  announce: boolean;
}

/** Locks the schedule of a chapter that is due, and returns what may prevent its publication; undefined if it is not. */
export const lockDue = (
  db: Db,
  storyId: string,
  chapterId: string,
  now: Date,
): Promise<DueChapter | undefined> =>
  firstRow<DueChapter>(db)`
    select c.deleted_at is not null or s.deleted_at is not null as "isDeleted",
      u.suspended_at is not null as "isSuspended", s.taken_down_at is not null as "storyTakenDown",
      s.is_published as "storyPublished", c.taken_down_at is not null as "chapterTakenDown", d.announce
    from chapter_schedules d join chapters c on c.id = d.chapter_id join stories s on s.id = c.story_id
    join users u on u.id = s.author_id
    where d.story_id = ${storyId} and d.chapter_id = ${chapterId} and d.publish_at <= ${now} and d.problem is null and not d.is_paused
      and not c.is_published
    for update of d`;

/** Notes why a chapter was not published; its date is not shown to readers any more. */
export const setProblem = async (
  db: Db,
  storyId: string,
  chapterId: string,
  problem: ScheduleProblem,
): Promise<void> => {
  await execute(db)`
    update chapter_schedules set problem = ${problem} where story_id = ${storyId} and chapter_id = ${chapterId}`;
  await raiseRevision(db, storyId);
};

interface CalendarRow extends Omit<CalendarEntry, 'local'> {
  at: string;
}

/** An author's chapters that were published from a moment on and before another, or are scheduled, by time; at most `max`. */
export const listCalendar = async (
  db: Db,
  authorId: string,
  { from, until, max }: { from: Date; until: Date; max: number },
): Promise<{ total: number; rows: CalendarRow[] }> => {
  const found = await firstRow<{ total: number; rows: CalendarRow[] }>(db)`
    with own as (select id, title from stories where author_id = ${authorId} and deleted_at is null),
    entries as (
      select c.story_id, c.id, c.title, c.published_at as at, 'published' as state, false as is_paused, false as has_problem
      from own s join chapters c on c.story_id = s.id
      where c.is_published and c.deleted_at is null and c.published_at >= ${from} and c.published_at < ${until}
      union all
      select c.story_id, c.id, c.title, d.publish_at, 'scheduled', d.is_paused, d.problem is not null
      from own s join chapter_schedules d on d.story_id = s.id
      join chapters c on c.story_id = d.story_id and c.id = d.chapter_id
      where not c.is_published and c.deleted_at is null and d.publish_at >= ${from} and d.publish_at < ${until}),
    listed as (select * from entries order by at, id limit ${max})
    select (select count(*) from entries) as total, coalesce((
      select json_agg(json_build_object('at', l.at, 'state', l.state, 'isPaused', l.is_paused,
        'hasProblem', l.has_problem, 'story', json_build_object('_id', s.id, 'title', s.title),
        'chapter', json_build_object('_id', l.id, 'title', l.title)) order by l.at, l.id)
      from listed l join own s on s.id = l.story_id), '[]') as rows`;
  return found ?? { total: 0, rows: [] };
};
