import type { LocalTime } from '@inkling/contract/schedules';
import { deviceZone } from '../../lib/device-zone.ts';
import { localFormat } from '../../lib/local-format.ts';

/** The author's time zone, which dialogs name; the device's as long as the author is not known. */
export const zoneOf = (me: { timeZone: string } | undefined): string => me?.timeZone ?? deviceZone();

/** Such as 'Fri, Nov 27, 18:00' in the reader's language, with the year unless it is the present one. */
export function shortMomentOf({ date, time }: LocalTime, now = new Date()): string {
  return localFormat({
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(Number(date.slice(0, 4)) !== now.getFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(`${date}T${time}Z`));
}
