import type { Viewer } from '../../platform/context.ts';
import { dayAfter, dayNumber, monthOf } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';
import type { Period } from './period.ts';

/** Days of a person, with their moments: `start`, and `end`, with which the next day begins. */
export interface Range extends Period {
  start: Date;
  end: Date;
}

/** The days with their moments, in the viewer's time zone. */
export const rangeIn = ({ timeZone }: Pick<Viewer, 'timeZone'>, { from, to }: Period): Range => ({
  from,
  to,
  start: momentOf(timeZone, from, '00:00'),
  end: momentOf(timeZone, dayAfter(to, 1), '00:00'),
});

/** The range of as many days right before this one. */
export function rangeBefore(viewer: Pick<Viewer, 'timeZone'>, { from, to }: Period): Range {
  const days = dayNumber(to) - dayNumber(from) + 1;
  return rangeIn(viewer, { from: dayAfter(from, -days), to: dayAfter(from, -1) });
}

/** The first day of the month after that of a day. */
export const nextMonth = (day: string): string => monthOf(dayAfter(monthOf(day), 31));
