import type { ParsedInput } from '@inkling/contract/call';
import { type getAuthorDashboard, maxRangeDays } from '@inkling/contract/analytics';
import { badInput } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, dayNumber } from '../../platform/days.ts';
import { momentOf } from '../../platform/local-time.ts';

/** Days, both included. */
export interface Days {
  from: string;
  to: string;
}

/** Days of a person, with their moments: `start`, and `end`, with which the next day begins. */
export interface Range extends Days {
  start: Date;
  end: Date;
}

const usualDays = 30;

const rangeIn = (timeZone: string, { from, to }: Days): Range => ({
  from,
  to,
  start: momentOf(timeZone, from, '00:00'),
  end: momentOf(timeZone, dayAfter(to, 1), '00:00'),
});

/**
 * The days that a call asks for, in the viewer's time zone, by default the last 30. Throws BAD_INPUT for days in the wrong
 * order and for more than two years (docs/product/analytics.md#ranges).
 */
export function rangeOf(
  { timeZone }: Pick<Viewer, 'timeZone'>,
  query: ParsedInput<typeof getAuthorDashboard>['query'],
  now: Date,
): Range {
  const to = query.to ?? dayIn(timeZone, now);
  const from = query.from ?? dayAfter(to, 1 - usualDays);
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days < 1) throw badInput('from', 'The first day must not be after the last one.');
  if (days > maxRangeDays) throw badInput('from', 'Please choose at most two years.');
  return rangeIn(timeZone, { from, to });
}

/** The range of as many days right before this one. */
export function rangeBefore({ timeZone }: Pick<Viewer, 'timeZone'>, { from, to }: Days): Range {
  const days = dayNumber(to) - dayNumber(from) + 1;
  return rangeIn(timeZone, { from: dayAfter(from, -days), to: dayAfter(from, -1) });
}

/** The Monday on or before a day. 1970-01-01 was a Thursday. */
export const mondayOf = (day: string): string => dayAfter(day, -((dayNumber(day) + 3) % 7));

/** The first day of a day's month. */
export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;

/** The first day of the month after that of a day. */
export const nextMonth = (day: string): string => monthOf(dayAfter(monthOf(day), 31));
