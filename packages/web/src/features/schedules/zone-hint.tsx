import type { LocalTime } from '@inkling/contract/schedules';
import { Link } from 'react-router';
import { deviceZone } from '../../lib/device-zone.ts';
import { localFormat } from '../../lib/local-format.ts';
import { paths } from '../../lib/paths.ts';
import { zoneName } from '../../lib/zone-name.ts';

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

/** Names the time zone that a schedule's date and time are meant in. */
export function ZoneHint({ zone }: { zone: string }) {
  return (
    <p className="text-sm text-muted">
      Times are in your time zone ({zoneName(zone)}). You can change it in{' '}
      <Link to={paths.timeZone} className="link">
        Settings
      </Link>
      .
    </p>
  );
}
