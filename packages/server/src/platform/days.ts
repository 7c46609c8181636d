/** Calendar days, written 2026-03-29, in the user's time zone (docs/product/time.md#days-of-a-person). */

import { localTimeAt } from './local-time.ts';

const quarter = 15 * 60 * 1000;
const lastDays = new Map<string, { slot: number; day: string }>();

/** The calendar day in a time zone. The zone must be valid: it is checked before it is stored. */
export function dayIn(timeZone: string, at: Date): string {
  // Zone offsets are multiples of 15 minutes, so the day is cached per quarter: progress is saved very often.
  const slot = Math.floor(at.getTime() / quarter);
  const last = lastDays.get(timeZone);
  if (last?.slot === slot) return last.day;
  const day = localTimeAt(timeZone, at).date;
  lastDays.set(timeZone, { slot, day });
  return day;
}

const dayLength = 24 * 60 * 60 * 1000;

/** A day as a number that increases by one per day, unaffected by clock changes. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;

/** The day that is `days` later, or earlier if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * dayLength).toISOString().slice(0, 10);

/** Monday of the week of a day. 1970-01-01 was a Thursday. */
export const weekOf = (day: string): string => dayAfter(day, -((dayNumber(day) + 3) % 7));

/** The first day of the month of a day. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
