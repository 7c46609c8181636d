import { deviceZone } from '../../lib/device-zone.ts';

/** The author's time zone, which dialogs name; the device's as long as the author is not known. */
export const zoneOf = (me: { timeZone: string } | undefined): string => me?.timeZone ?? deviceZone();

/** A moment as the values of a date and a time field, in a time zone. */
export function fieldsOf(timeZone: string, at: Date): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, time };
}

/** Such as 'Fri, Nov 27, 18:00' in the reader's language, with the year unless it is the present one. */
export function shortMomentIn(timeZone: string, iso: string, now = new Date()): string {
  const at = new Date(iso);
  return new Intl.DateTimeFormat(undefined, {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(at.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
