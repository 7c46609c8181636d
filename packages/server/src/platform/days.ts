/** Calendar days, written 2026-03-29, in the user's time zone (docs/product/time.md#days-of-a-person). */

const quarter = 15 * 60 * 1000;
const lastDays = new Map<string, { slot: number; day: string }>();
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The calendar day in a time zone. The zone must be valid: it is checked before it is stored. */
export function dayIn(timeZone: string, at: Date): string {
  // Zone offsets are multiples of 15 minutes, so the day is cached per quarter: progress is saved very often.
  const slot = Math.floor(at.getTime() / quarter);
  const last = lastDays.get(timeZone);
  if (last?.slot === slot) return last.day;
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')?.padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
  lastDays.set(timeZone, { slot, day });
  return day;
}

const dayLength = 24 * 60 * 60 * 1000;

/** A day as a number that increases by one per day, unaffected by clock changes. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;

/** The day that is `days` later, or earlier if negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * dayLength).toISOString().slice(0, 10);
