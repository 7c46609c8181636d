/** Times of a day in a time zone, written 2026-03-29 and 18:00 (docs/product/schedules.md#local-time). */

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

const partNames = ['month', 'day', 'year', 'hour', 'minute', 'second'] as const;

/** The local date and time at a moment, part by part: `year`, `month` from 1, `day`, `hour`, `minute`, `second`. */
export function localPartsAt(timeZone: string, at: number): (name: (typeof partNames)[number]) => number {
  // Written 03/29/2026, 18:00:00, which takes two thirds of the time of `formatToParts`.
  const numbers = formatOf(timeZone).format(at).split(/\D+/);
  return (name) => Number(numbers[partNames.indexOf(name)] ?? 0);
}

/** The local date and time at a moment, as dialogs have them. */
export function localTimeAt(timeZone: string, at: Date): { date: string; time: string } {
  const part = localPartsAt(timeZone, at.getTime());
  const digits = (name: (typeof partNames)[number], length = 2) => String(part(name)).padStart(length, '0');
  return {
    date: `${digits('year', 4)}-${digits('month')}-${digits('day')}`,
    time: `${digits('hour')}:${digits('minute')}`,
  };
}

/** By how many milliseconds local time is ahead of UTC at a moment. */
export function offsetAt(timeZone: string, at: number): number {
  const part = localPartsAt(timeZone, at);
  const local = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return local - at;
}

/**
 * The moment of a local time. Of a time that occurs twice, because clocks are set back, it is the first one. A time
 * that is skipped, because they are set forward, is as much later as they are.
 */
export function momentOf(timeZone: string, date: string, time: string): Date {
  const local = Date.parse(`${date}T${time}:00Z`);
  const before = offsetAt(timeZone, local - dayLength);
  const after = offsetAt(timeZone, local + dayLength);
  if (before === after) return new Date(local - before);
  const candidates = [local - before, local - after].filter((at) => at + offsetAt(timeZone, at) === local);
  return new Date(candidates.length > 0 ? Math.min(...candidates) : local - before);
}

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
