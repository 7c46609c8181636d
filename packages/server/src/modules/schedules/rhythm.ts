import { dayAfter, dayNumber } from '../../platform/days.ts';
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

/** The first `count` moments of a rhythm that are after `now`. */
export function momentsOf({ weekdays, start, time, timeZone }: Rhythm, count: number, now: Date): Date[] {
  const moments: Date[] = [];
  for (let day = start; moments.length < count; day = dayAfter(day, 1)) {
    if (!weekdays.includes(weekdayOf(day))) continue;
    const moment = momentOf(timeZone, day, time);
    if (moment > now) moments.push(moment);
  }
  return moments;
}
