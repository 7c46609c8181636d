import { localFormat } from './local-format.ts';
import { serverNow } from './server-time.ts';

/** A date and time in the reader's locale. */
export const localMoment = (iso: string): string =>
  localFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** A time of day in the reader's locale. */
export const localTime = (iso: string): string => localFormat({ timeStyle: 'short' }).format(new Date(iso));

/** A date and time without the year, unless it is another year's. */
export function shortMoment(at: Date, now = new Date(serverNow())): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric';
  const format = { year, month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  return localFormat(format).format(at);
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
