import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { readingGoalLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id } from './text.ts';

const isoDay = z.iso.date('Please use a day such as 2026-03-29.');

/** Both are null until they are set; the reader’s own wish, which nothing is taken away for missing. */
export const readingGoal = z.object({
  minutesADay: z.int().nullable(),
  booksAYear: z.int().nullable(),
});

/** In percent above (negative: below) the mean of the site’s readers; null below 50 readers, and without a figure of the reader’s own. */
const difference = z.int().nullable();

/** The parts of a day in the reader’s time zone: from 5, 12, 17 and 22 o’clock. */
const partOfDay = z.enum(['Morning', 'Afternoon', 'Evening', 'Night']);

/**
 * The viewer’s figures from the first day on (docs/product/reading-analytics.md#figures). What there is no data for is null,
 * and so are `achievements` while rewards are switched off.
 */
export const readerAnalytics = z.object({
  hasReadingActivity: z.boolean(),
  totalBooksRead: z.int(),
  totalMinutesRead: z.int(),
  /** Those of `totalMinutesRead` that were not measured. */
  estimatedMinutes: z.int(),
  readingStreak: z.int(),
  longestStreak: z.int(),
  readingHabits: z.object({
    favoriteGenres: z.array(
      z.object({ genre: z.object({ _id: id, name: z.string() }), percentage: z.int() }),
    ),
    preferredReadingTime: partOfDay.nullable(),
    /** In minutes. */
    averageSessionLength: z.int().nullable(),
    /** A week. */
    daysActive: z.number().nullable(),
  }),
  achievements: z
    .object({
      completed: z.int(),
      inProgress: z.int(),
      /** `progress` in percent; null once all are completed. */
      nextMilestone: z.object({ title: z.string(), progress: z.int() }).nullable(),
    })
    .nullable(),
  comparisonToAverage: z.object({
    readingSpeed: difference,
    booksCompleted: difference,
    consistency: difference,
  }),
  goal: readingGoal.extend({ minutesToday: z.int(), booksThisYear: z.int() }),
  /** Of the oldest day with reading; null without one. */
  firstDay: isoDay.nullable(),
});
export type ReaderAnalytics = z.output<typeof readerAnalytics>;

export const readingDay = z.object({
  /** In the reader’s time zone. */
  date: isoDay,
  minutes: z.int(),
  /** Of a day before the reader’s first session: words divided by 200. */
  isEstimated: z.boolean(),
  sessions: z.int(),
  words: z.int(),
  chapters: z.int(),
});
export type ReadingDay = z.output<typeof readingDay>;

/** Of the last seven days, today last. `day`: 'Sun' to 'Sat'. */
export const readingInsights = z.object({
  dailyHabits: z.array(readingDay.extend({ day: z.string() })),
  totalMinutes: z.int(),
  totalSessions: z.int(),
  activeDays: z.int(),
  /** Words per minute; null without a chapter that was finished in time. */
  readingSpeed: z.int().nullable(),
  readingSpeedInsights: z.object({
    speedCategory: z.enum(['No Data', 'Unhurried', 'Steady', 'Quick', 'Very quick']),
    recommendation: z.string(),
    /** In percent against the seven days before; null without a speed in both. */
    improvement: z.int().nullable(),
  }),
  /** The share of begun stories that were finished, in percent; null without one. */
  completionRate: z.int().nullable(),
});
export type ReadingInsights = z.output<typeof readingInsights>;

/** The days with reading of a range, in order, and their sums; `books` were finished in it. */
export const readingRange = z.object({
  from: isoDay,
  to: isoDay,
  days: z.array(readingDay),
  totals: readingDay.omit({ date: true, isEstimated: true }).extend({ activeDays: z.int(), books: z.int() }),
});
export type ReadingRange = z.output<typeof readingRange>;

export const getReaderAnalytics = defineCall('GET /analytics/personal/reading', {
  summary: 'Get my own reading figures',
  access: 'user',
  response: dataResponse(readerAnalytics),
});
export const getReadingInsights = defineCall('GET /analytics/daily-habits', {
  summary: 'Get how I read in the last seven days',
  access: 'user',
  response: dataResponse(readingInsights),
});
export const getReadingRange = defineCall('GET /analytics/reading/days', {
  summary: 'Get the days on which I read, from one day to another, at most two years',
  access: 'user',
  query: z.object({ from: isoDay, to: isoDay }),
  response: dataResponse(readingRange),
});
export const exportReadingDays = defineCall('GET /analytics/reading.csv', {
  summary: 'Download all days on which I read, as a CSV file',
  access: 'user',
  limit: 'storyExport',
  response: fileResponse('text/csv; charset=utf-8', 'inkling-reading.csv'),
});

const goalUpTo = (max: number) => {
  const message = `A goal must be a whole number from 1 to ${max.toLocaleString('en')}.`;
  return z.int(message).min(1, message).max(max, message).nullable();
};
const readingGoalBody = z.object({
  minutesADay: goalUpTo(readingGoalLimits.minutesADay),
  booksAYear: goalUpTo(readingGoalLimits.booksAYear),
});
export const setReadingGoal = defineCall('PUT /analytics/reading/goal', {
  summary: 'Set my reading goals; null removes one',
  access: 'user',
  body: readingGoalBody,
  response: dataResponse(readingGoal),
});
export const eraseReadingTimes = defineCall('DELETE /analytics/reading', {
  summary: 'Erase my reading sessions and minutes; words, books and places stay',
  access: 'user',
  whileSuspended: true,
  response: emptyResponse,
});
