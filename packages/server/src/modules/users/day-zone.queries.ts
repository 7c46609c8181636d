import { sql } from '../../platform/db/db.ts';
import { maxDay } from './day-zone.ts';

/** The zone of the days of the person `u`; the same as `zoneOfDays`. */
export const dayZoneOf = (now: Date) => sql<string>`
  case when u.day_zone_until > ${now} and u.day_zone_until < ${new Date(now.getTime() + maxDay)}
    then u.day_zone else u.time_zone end`;
