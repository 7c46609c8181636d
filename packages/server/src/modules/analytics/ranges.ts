import { maxRangeDays } from '@inkling/contract/analytics';
import { badInput } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { dayAfter, dayNumber, momentOf, monthOf } from '../../platform/days.ts';

/** Days, both included. */
export interface Period {
  from: string;
  to: string;
}

const usualDays = 30;

/** The days that a request asks for; by default the last 30 until `today`. BAD_INPUT for more than two years. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
): Period {
  const last = to ?? (from !== undefined && from > today ? from : today);
  const first = from ?? dayAfter(last, 1 - usualDays);
  if (first > last) throw badInput('from', 'Please choose a first day that isn’t after the last one.');
  if (dayNumber(last) - dayNumber(first) >= maxRangeDays)
    throw badInput('from', 'Please choose a range of at most two years.');
  return { from: first, to: last };
}

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
