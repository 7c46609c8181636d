import { maxRangeDays } from '@inkling/contract/analytics';
import { localFormat } from '../../lib/local-format.ts';

/** The days that are shown, both included, written 2026-03-29; without them, the last 30. */
export interface Days {
  from?: string;
  to?: string;
}

const dayLength = 24 * 60 * 60 * 1000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayLength;
const dayOf = (number: number): string => new Date(number * dayLength).toISOString().slice(0, 10);

/** Ranges that people choose by name, up to a day. */
export const namedRanges = {
  last30: 'Last 30 days',
  week: 'This week',
  month: 'This month',
  year: 'This year',
} as const;
export type NamedRange = keyof typeof namedRanges;

export function daysOf(name: NamedRange, today: string): Days {
  if (name === 'last30') return {};
  // 1970-01-01 was a Thursday; weeks begin on Monday.
  if (name === 'week') return { from: dayOf(numberOf(today) - ((numberOf(today) + 3) % 7)), to: today };
  return { from: name === 'month' ? `${today.slice(0, 7)}-01` : `${today.slice(0, 4)}-01-01`, to: today };
}

/** The name of chosen days; null for others. */
export const nameOf = (days: Days, today: string): NamedRange | null =>
  (Object.keys(namedRanges) as NamedRange[]).find((name) => {
    const of = daysOf(name, today);
    return of.from === days.from && of.to === days.to;
  }) ?? null;

const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(numberOf(text));

/** The days in the address of a page; invalid ones are left out. */
export function daysFrom(parameters: URLSearchParams): Days {
  const [from, to] = [parameters.get('from'), parameters.get('to')];
  return { ...(isDay(from) && { from }), ...(isDay(to) && { to }) };
}

/** What is wrong with two days; null if nothing is. */
export function problemWith(from: string, to: string): string | null {
  if (!isDay(from) || !isDay(to)) return 'Please choose both days.';
  const days = numberOf(to) - numberOf(from) + 1;
  if (days < 1) return 'Please choose a first day that isn’t after the last one.';
  return days > maxRangeDays ? 'Please choose a range of at most two years.' : null;
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  localFormat({ timeZone: 'UTC', ...options }).format(Date.parse(`${day}T00:00:00Z`));

/** 'March 29, 2026' in the reader's locale. */
export const longDay = (day: string): string => format(day, { dateStyle: 'long' });
/** 'Mar 29'. */
export const shortDay = (day: string): string => format(day, { month: 'short', day: 'numeric' });
/** 'March 2026'. */
export const longMonth = (day: string): string => format(day, { month: 'long', year: 'numeric' });
/** 'Mar 2026'. */
export const shortMonth = (day: string): string => format(day, { month: 'short', year: 'numeric' });
