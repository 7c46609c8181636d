import { serverNow } from './server-time.ts';

let momentFormat: Intl.DateTimeFormat | undefined;

/** A date and time in the reader's locale. */
export function localMoment(iso: string): string {
  // Created once: creating a formatter is slower than using it, and lists show many times.
  momentFormat ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return momentFormat.format(new Date(iso));
}

/** A time of day in the reader's locale. */
export const localTime = (iso: string): string =>
  new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(iso));

/** A date and time without the year, unless it is another year's. */
export function shortMoment(at: Date, now = new Date()): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  const format = { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(undefined, format).format(at);
}

const hour = 3_600_000;
const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

/** When a story was last read, as the library shows it. Times are the server's, and so is `now`. */
export function lastReadLabel(iso: string, now = new Date(serverNow())): string {
  const hours = Math.floor((now.getTime() - new Date(iso).getTime()) / hour);
  if (hours < 1) return 'Just now';
  if (hours < 24) return plural(hours, 'hour');
  const days = Math.floor(hours / 24);
  if (days === 1) return 'Yesterday';
  if (days < 7) return plural(days, 'day');
  if (days < 30) return plural(Math.floor(days / 7), 'week');
  return plural(Math.floor(days / 30), 'month');
}
