import { day } from '../../platform/clock.ts';
import { dayAfter, dayIn, dayNumber, momentOf } from '../../platform/days.ts';

/** The columns of a user that say in which zone their days are counted. */
interface DayZone {
  time_zone: string;
  /** The earlier zone, after a change; it counts until the end of the day on which it was changed. */
  day_zone: string | null;
  day_zone_until: Date | null;
}

export interface DayZoneRow extends DayZone {
  /** Days (numbers since 1970-01-01) that changes of zone shortened or skipped, in order; only the latest are stored. */
  short_days: number[];
}

const maxShortDays = 500;

/** The longest that a day can still last, with clocks set back. A wrong clock may have written a later end. */
export const maxDay = 1.1 * day;

/** The zone in which a person's days are counted now (docs/product/time.md#days-of-a-person). */
export function zoneOfDays({ time_zone, day_zone, day_zone_until }: DayZone, now: Date): string {
  if (day_zone === null || day_zone_until === null) return time_zone;
  const left = day_zone_until.getTime() - now.getTime();
  return left > 0 && left < maxDay ? day_zone : time_zone;
}

/** The columns after a change of zone: the current day ends when it would have ended without it. */
export function changeZone(before: DayZoneRow, timeZone: string, now: Date): DayZoneRow {
  const current = zoneOfDays(before, now);
  const today = dayIn(current, now);
  const until = momentOf(current, dayAfter(today, 1), '00:00');
  // Future days are short because of a change that this one replaces, so they no longer count as such.
  const earlier = before.short_days.filter((number) => number <= dayNumber(today));
  const short = new Set([...earlier, ...shortDays(today, timeZone, until)]);
  return {
    time_zone: timeZone,
    day_zone: current,
    day_zone_until: until,
    short_days: [...short].slice(-maxShortDays),
  };
}

/**
 * The days that are shorter for the person because the zone changes and `today` ends at `until`: after a move east, today
 * and those that have begun in the new zone by then.
 */
function shortDays(today: string, timeZone: string, until: Date): number[] {
  const next = dayIn(timeZone, until);
  const hasBegun = momentOf(timeZone, next, '00:00') < until;
  const later = dayNumber(next) - dayNumber(today) - (hasBegun ? 0 : 1);
  return later <= 0 ? [] : Array.from({ length: later + 1 }, (_, index) => dayNumber(today) + index);
}
