import { dayAfter, dayIn, dayNumber, localPartsAt } from '../../platform/days.ts';
import { allRows, type Db } from '../../platform/db/db.ts';

/** A zone of some people, with its day and hour now, and the latest Sunday, on which weekly digests are due. */
export interface LocalTime {
  zone: string;
  day: string;
  hour: number;
  week: string;
}

function localTime(zone: string, now: Date): LocalTime {
  const day = dayIn(zone, now);
  // 1970-01-04, day 3, was a Sunday.
  const week = dayAfter(day, -((dayNumber(day) + 4) % 7));
  return { zone, day, week, hour: localPartsAt(zone, now.getTime())('hour') };
}

/** The time now in the zones in which people's days are counted. */
export async function listLocalTimes(db: Db, now: Date): Promise<LocalTime[]> {
  const rows = await allRows<{ zone: string }>(db)`
    select time_zone as zone from users union select day_zone from users where day_zone is not null`;
  return rows.map(({ zone }) => localTime(zone, now));
}
