import { day } from '../../platform/clock.ts';
import { dayAfter, dayIn, dayNumber } from '../../platform/days.ts';
import { localTimeAt, momentOf } from '../../platform/local-time.ts';

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
