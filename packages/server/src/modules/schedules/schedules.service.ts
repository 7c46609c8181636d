import {
  type CalendarEntry,
  type changeSchedules as changeCall,
  maxCalendarEntries,
  maxListedDates,
  maxScheduleYears,
  type Schedule,
  type scheduleChapter as scheduleCall,
  type scheduleSeveral as severalCall,
} from '@inkling/contract/schedules';
import { minWordsToPublish } from '@inkling/contract/words';
import type { z } from 'zod';
import { AppError, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, dayNumber, localTimeAt, momentOf } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { findOwnChapter, lockOwnChapter } from '../chapters/index.ts';
import { findStories, lockStory, refuseTakenDown, requireEditable, setHiatus } from '../stories/index.ts';
import * as queries from './schedules.queries.ts';

export interface Rhythm {
  /** From 1 for Monday to 7 for Sunday. */
  weekdays: number[];
  /** The first day that counts, such as 2026-11-24. */
  start: string;
  /** Such as 18:00. */
  time: string;
  timeZone: string;
}

/** From 1 for Monday to 7 for Sunday; day 0, the first of 1970, was a Thursday. */
const weekdayOf = (date: string): number => ((dayNumber(date) + 3) % 7) + 1;

/**
 * The first `count` moments of a rhythm that are after `now`; fewer if more would be after `latest`. Time grows with the
 * days between the two, not with those before: `start` may be any day.
 */
export function momentsOf(
  { weekdays, start, time, timeZone }: Rhythm,
  count: number,
  { now, latest }: { now: Date; latest: Date },
): Date[] {
  const moments: Date[] = [];
  const today = dayIn(timeZone, now);
  for (let date = start < today ? today : start; moments.length < count; date = dayAfter(date, 1)) {
    if (!weekdays.includes(weekdayOf(date))) continue;
    const moment = momentOf(timeZone, date, time);
    if (moment > latest) break;
    if (moment > now) moments.push(moment);
  }
  return moments;
}

/** The same local time some days later, or earlier if negative. */
export function shifted(timeZone: string, at: Date, days: number): Date {
  const { date, time } = localTimeAt(timeZone, at);
  return momentOf(timeZone, dayAfter(date, days), time);
}

/** By how many weeks a moment must be shifted to be after `now`; 0 if it is already. */
export function weeksUntilFuture(timeZone: string, at: Date, now: Date): number {
  let weeks = Math.max(0, Math.floor((now.getTime() - at.getTime()) / (7 * day)) - 1);
  while (shifted(timeZone, at, weeks * 7) <= now) weeks += 1;
  return weeks;
}

const present = (row: queries.ScheduleRow): Schedule => ({
  chapter: row.chapter_id,
  publishAt: row.publish_at.toISOString(),
  local: localTimeAt(row.time_zone, row.publish_at),
  problem: row.problem,
  isPaused: row.is_paused,
  announce: row.announce,
});

export async function listSchedules(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
): Promise<Schedule[]> {
  requireEditable(viewer, (await findStories(ctx.db, [storyId], null)).get(storyId));
  return (await queries.listSchedules(ctx.db, storyId)).map(present);
}

const refuse = (path: string, message: string): AppError =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

const latest = (now: Date): Date => new Date(now.getTime() + maxScheduleYears * 365 * day);

/** Schedules a draft chapter, in place of an earlier schedule. */
export async function scheduleChapter(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  { date, time, timeZone, announce }: z.output<(typeof scheduleCall)['body']>,
): Promise<Schedule> {
  await findOwnChapter(ctx.db, viewer, id);
  const now = ctx.clock.now();
  const publishAt = momentOf(timeZone, date, time);
  if (publishAt <= now) throw refuse('date', 'Please choose a time in the future.');
  if (publishAt > latest(now))
    throw refuse('date', `Please choose a time within the next ${maxScheduleYears} years.`);
  await transaction(ctx.db, async (tx) => {
    const chapter = await lockOwnChapter(tx, viewer, id);
    if (chapter.is_published) throw new AppError('CONFLICT', 'This chapter is already published.');
    refuseTakenDown(chapter, 'chapter');
    await queries.saveSchedules(tx, chapter.story_id, [{ chapterId: id, publishAt, announce }], now);
  });
  const local = localTimeAt(timeZone, publishAt);
  return { chapter: id, publishAt: publishAt.toISOString(), local, problem: null, isPaused: false, announce };
}

export async function unscheduleChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { story_id: storyId } = await lockOwnChapter(tx, viewer, id);
    await queries.deleteSchedules(tx, storyId, [id]);
  });
}

/** Schedules the draft chapters from one on in a rhythm; with `preview`, only returns what that would mean. */
export const scheduleSeveral = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { from, preview, announce, ...rhythm }: z.output<(typeof severalCall)['body']>,
) =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockStory(tx, storyId));
    const { story_id } = await findOwnChapter(tx, viewer, from);
    if (story_id !== storyId) throw notFound('Chapter');
    const now = ctx.clock.now();
    if (Date.parse(rhythm.start) > latest(now).getTime())
      throw refuse('start', `Please choose a day within the next ${maxScheduleYears} years.`);
    const all = await queries.listDraftsFrom(tx, storyId, from);
    if (all.length === 0) throw refuse('from', 'There are no drafts from this chapter on.');
    const drafts = all.filter(({ word_count }) => word_count >= minWordsToPublish);
    if (drafts.length === 0) {
      throw refuse('from', `No draft from this chapter on has the ${minWordsToPublish} words it needs.`);
    }
    const moments = momentsOf(rhythm, drafts.length, { now, latest: latest(now) });
    if (moments.length < drafts.length) {
      throw refuse(
        'weekdays',
        `The last of these ${drafts.length.toLocaleString('en')} chapters would be published in more than ${maxScheduleYears} years. Please choose more days.`,
      );
    }
    const [first = now] = moments;
    const last = moments.at(-1) ?? first;
    const schedules = drafts.map(({ id, title }, index) => ({
      chapterId: id,
      title,
      publishAt: moments[index] ?? last,
      announce,
    }));
    if (!preview) await queries.saveSchedules(tx, storyId, schedules, now);
    return {
      chapters: drafts.length,
      tooShort: all.length - drafts.length,
      first: localTimeAt(rhythm.timeZone, first),
      last: localTimeAt(rhythm.timeZone, last),
      dates: schedules.slice(0, maxListedDates).map(({ chapterId, title, publishAt }) => ({
        chapter: chapterId,
        title,
        publishAt: publishAt.toISOString(),
        local: localTimeAt(rhythm.timeZone, publishAt),
      })),
    };
  });

/**
 * Pauses, resumes, shifts or stops all pending schedules of a story, which may begin or end its hiatus. Shifted dates have the same local time in the
 * author's zone. What would be in the past when it is resumed moves by whole weeks, so that weekdays stay.
 */
export const changeSchedules = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { action, days, hiatus }: z.output<(typeof changeCall)['body']>,
): Promise<{ chapters: number }> =>
  transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await lockStory(tx, storyId));
    const pending = (await queries.listSchedules(tx, storyId)).filter(({ problem }) => problem === null);
    const ids = pending.map(({ chapter_id }) => chapter_id);
    if (action === 'pause') await queries.pauseSchedules(tx, storyId, ids);
    if (action === 'pause' && hiatus) await setHiatus(ctx, tx, storyId, hiatus);
    if (action === 'resume' && story.is_on_hiatus) await setHiatus(ctx, tx, storyId, null);
    if (action === 'stop') await queries.deleteSchedules(tx, storyId, ids);
    const [next] = pending;
    if (next === undefined || action === 'pause' || action === 'stop') return { chapters: ids.length };
    const now = ctx.clock.now();
    if (action === 'shift' && !days) throw refuse('days', 'Please enter a number of days.');
    const by = action === 'shift' ? (days ?? 0) : weeksUntilFuture(viewer.timeZone, next.publish_at, now) * 7;
    const moved = pending.map(({ chapter_id: chapterId, publish_at, announce }) => ({
      chapterId,
      announce,
      publishAt: by === 0 ? publish_at : shifted(viewer.timeZone, publish_at, by),
    }));
    if (moved.some(({ publishAt }) => publishAt <= now)) {
      throw refuse('days', 'The first of these dates would be in the past. Please enter fewer days.');
    }
    if (moved.some(({ publishAt }) => publishAt > latest(now))) {
      throw refuse('days', `The last of these dates would be more than ${maxScheduleYears} years away.`);
    }
    await queries.saveSchedules(tx, storyId, moved, now);
    if (action === 'shift') {
      const paused = pending.filter(({ is_paused }) => is_paused).map(({ chapter_id }) => chapter_id);
      await queries.pauseSchedules(tx, storyId, paused);
    }
    return { chapters: ids.length };
  });

/** The chapters of all the viewer's stories in a month of their time zone; by default the present one. */
export async function getCalendar({ db, clock }: RequestContext, viewer: Viewer, asked: string | undefined) {
  const { timeZone } = viewer;
  const today = dayIn(timeZone, clock.now());
  const month = asked ?? today.slice(0, 7);
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number)).toISOString().slice(0, 10);
  const { total, rows } = await queries.listCalendar(db, viewer.id, {
    from: momentOf(timeZone, `${month}-01`, '00:00'),
    until: momentOf(timeZone, next, '00:00'),
    max: maxCalendarEntries,
  });
  const entries = rows.map(
    ({ at, ...row }): CalendarEntry => ({ ...row, local: localTimeAt(timeZone, new Date(at)) }),
  );
  return { month, today, entries, total };
}
