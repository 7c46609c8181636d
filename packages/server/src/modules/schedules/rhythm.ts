import { dayAfter, dayIn, dayNumber } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';

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
const weekdayOf = (day: string): number => ((dayNumber(day) + 3) % 7) + 1;

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
  for (let day = start < today ? today : start; moments.length < count; day = dayAfter(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue;
    const moment = momentOf(timeZone, day, time);
    if (moment > latest) break;
    if (moment > now) moments.push(moment);
  }
  return moments;
}
