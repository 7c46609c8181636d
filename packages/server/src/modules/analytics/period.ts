import { maxRangeDays } from '@inkling/contract/analytics';
import { badInput } from '../../platform/app-error.ts';
import { dayAfter, dayNumber } from '../../platform/days.ts';

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
  if (first > last) throw badInput('from', 'Please choose a first day that is not after the last one.');
  if (dayNumber(last) - dayNumber(first) >= maxRangeDays)
    throw badInput('from', 'Please choose at most two years.');
  return { from: first, to: last };
}
