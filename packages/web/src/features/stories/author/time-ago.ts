import { serverNow } from '../../../lib/server-time.ts';

const units = [
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const format = new Intl.RelativeTimeFormat('en');

/** How long ago a moment of the server was, such as '5 minutes ago'. */
export function timeAgo(iso: string, now = serverNow()): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const unit = units.find(([, size]) => seconds >= size);
  return unit === undefined ? 'just now' : format.format(-Math.floor(seconds / unit[1]), unit[0]);
}
