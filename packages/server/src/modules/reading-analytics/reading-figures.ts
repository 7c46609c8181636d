import type { ReadingDay } from '@inkling/contract/reading-analytics';
import { dayAfter } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { minutesOf, type ReadingTotals, readingStreaks } from '../library/index.ts';
import { type DayRow, listReadingDays } from './reading-analytics.queries.ts';

/** All minutes, and those of them that were estimated from the words before the first session. */
export function minutesRead({ estimated_words, seconds }: ReadingTotals) {
  const estimatedMinutes = minutesOf(estimated_words);
  return { totalMinutesRead: estimatedMinutes + Math.round(seconds / 60), estimatedMinutes };
}

/** The reader's streaks on a day, given as its number. */
export const streaksAt = ({ days, short_days, rest_days }: ReadingTotals, today: number) =>
  readingStreaks(days, today, short_days, rest_days);

export const presentDay = ({ is_estimated, ...row }: DayRow): ReadingDay => ({
  ...row,
  isEstimated: is_estimated,
});

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The seven days up to today, in order, with those without reading. */
export async function lastDays(
  db: Db,
  userId: string,
  today: string,
): Promise<(ReadingDay & { day: string })[]> {
  const rows = await listReadingDays(db, userId, dayAfter(today, -6), today);
  return Array.from({ length: 7 }, (_, index) => {
    const date = dayAfter(today, index - 6);
    const row = rows.find((one) => one.date === date);
    const nothing = { date, minutes: 0, isEstimated: false, sessions: 0, words: 0, chapters: 0 };
    const day = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
    return { ...(row === undefined ? nothing : presentDay(row)), day };
  });
}
