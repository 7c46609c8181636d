import { day } from '../../platform/clock.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';

/** The columns of a user that say in which zone their days are counted. */
export interface DayZoneRow {
  time_zone: string;
  /** The earlier zone, after a change; it counts until the end of the day on which it was changed. */
  day_zone: string | null;
  day_zone_until: Date | null;
}

/** The longest that a day can still last, with clocks set back. A wrong clock may have written a later end. */
const longestDay = 1.1 * day;

/** The zone in which a person's days are counted now (docs/product/time.md#days-of-a-person). */
export function zoneOfDays({ time_zone, day_zone, day_zone_until }: DayZoneRow, now: Date): string {
  if (day_zone === null || day_zone_until === null) return time_zone;
  const left = day_zone_until.getTime() - now.getTime();
  return left > 0 && left < longestDay ? day_zone : time_zone;
}

/** The columns after a change of zone: the current day ends when it would have ended without it. */
export function changeZone(before: DayZoneRow, timeZone: string, now: Date): DayZoneRow {
  const current = zoneOfDays(before, now);
  const tomorrow = dayAfter(dayIn(current, now), 1);
  return { time_zone: timeZone, day_zone: current, day_zone_until: momentOf(current, tomorrow, '00:00') };
}
