import type { HistoryItem } from '@inkling/contract/reading-history';
import { localFormat } from '../../lib/local-format.ts';

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** 'Today', 'Yesterday', or the date in the reader's locale, with the year if it is another one than today's. */
export function dayLabel(day: string, today: string): string {
  if (day === today) return 'Today';
  if (day === dayBefore(today)) return 'Yesterday';
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric';
  return localFormat({
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year,
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}

/** A time of day such as 18:00, in the reader's locale. */
export const timeLabel = (time: string): string =>
  localFormat({ timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}Z`));

/** The items of each day, in their order. */
export const byDay = (items: HistoryItem[]): [day: string, items: HistoryItem[]][] => [
  ...Map.groupBy(items, ({ day }) => day),
];
