/** Days of people: a day is written 2026-03-29 and begins at midnight where its person is (docs/product.md §2.13). */

const quarter = 15 * 60 * 1000;
const lastDays = new Map<string, { slot: number; day: string }>();
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The day that it is in a time zone; the zone is one that was checked before it was kept. */
export function dayIn(timeZone: string, at: Date): string {
  // Zones differ by quarters of an hour: within one, a zone's day stays, and progress is saved all the time.
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

/** A day as a number that counts up by one a day; days have no hours, so no clock change touches it. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;

/** The day so many days later, or earlier when it is negative. */
export const dayAfter = (day: string, days: number): string =>
  new Date((dayNumber(day) + days) * dayLength).toISOString().slice(0, 10);
