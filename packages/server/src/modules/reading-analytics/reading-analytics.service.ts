import type { AchievementEntry } from '@inkling/contract/achievements';
import { maxRangeDays } from '@inkling/contract/analytics';
import type { ParsedInput } from '@inkling/contract/call';
import type {
  setReadingGoal as goalCall,
  ReaderAnalytics,
  ReadingInsights,
  ReadingRange,
  getReadingRange as rangeCall,
} from '@inkling/contract/reading-analytics';
import { badInput } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, dayNumber, localPartsAt, momentOf } from '../../platform/days.ts';
import { streamRows, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { exportCsv } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { listAchievements } from '../achievements/index.ts';
import { findReadingTotals } from '../library/index.ts';
import { eraseTimes, findQuality, readingTimesErased, wordsPerMinute } from '../reading-sessions/index.ts';
import * as queries from './reading-analytics.queries.ts';
import { computeMeans, type DayRow, listReadingDays, readingDays } from './reading-analytics.queries.ts';
import { lastDays, minutesRead, presentDay, streaksAt } from './reading-figures.ts';

/** The days of which consistency is told, today included, and those whose sessions tell how somebody reads. */
const consistencyDays = 28;
const habitDays = 90;

/** Computes what readers are compared with (docs/product/reading-analytics.md#comparison). */
export const computeReadingMeans = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const firstDay = dayAfter(dayIn('UTC', now), 1 - consistencyDays);
  return computeMeans(db, firstDay, new Date(now.getTime() - habitDays * day));
};

export const computeMeansDaily = scheduledJob('reading-means', '15 4 * * *', computeReadingMeans, {
  timeout: 1800,
  once: true,
});

const maxGenres = 5;

type Part = NonNullable<ReaderAnalytics['readingHabits']['preferredReadingTime']>;

const partOf = (hour: number): Part => {
  if (hour < 5 || hour >= 22) return 'Night';
  if (hour < 12) return 'Morning';
  return hour < 17 ? 'Afternoon' : 'Evening';
};

/** The part of the day with the most reading, by the reader's clock; null without any. */
function preferredTime(timeZone: string, quarters: { at: Date; seconds: number }[]): Part | null {
  const seconds = new Map<Part, number>();
  for (const row of quarters) {
    const part = partOf(localPartsAt(timeZone, row.at.getTime())('hour'));
    seconds.set(part, (seconds.get(part) ?? 0) + row.seconds);
  }
  const [most] = [...seconds].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? null;
}

/** Days with reading a week, of the last four weeks, or of the weeks since the first day; null without one. */
function daysAWeek(days: number[], today: number): number | null {
  const recent = days.filter((one) => one > today - consistencyDays && one <= today).length;
  const first = days[0];
  if (recent === 0 || first === undefined) return null;
  const weeks = Math.min(consistencyDays / 7, Math.max(1, Math.ceil((today - first + 1) / 7)));
  return Math.round((10 * recent) / weeks) / 10;
}

const share = ({ progress, target }: AchievementEntry): number => progress / target;

function summarize(entries: AchievementEntry[]): NonNullable<ReaderAnalytics['achievements']> {
  const open = entries.filter(({ isCompleted }) => !isCompleted);
  const next = open.toSorted((one, other) => share(other) - share(one))[0];
  return {
    completed: entries.length - open.length,
    inProgress: open.filter(({ progress }) => progress > 0).length,
    nextMilestone: next === undefined ? null : { title: next.name, progress: Math.floor(100 * share(next)) },
  };
}

const startOf = ({ timeZone }: Viewer, date: string): Date => momentOf(timeZone, date, '00:00');

/** The viewer's figures (docs/product/reading-analytics.md#figures). */
export async function getReaderAnalytics(ctx: RequestContext, viewer: Viewer): Promise<ReaderAnalytics> {
  const { db } = ctx;
  const now = ctx.clock.now();
  const today = dayIn(viewer.timeZone, now);
  const since = new Date(now.getTime() - habitDays * day);
  const year = startOf(viewer, `${today.slice(0, 4)}-01-01`);
  const [totals, genres, quarters, quality, own, means, [thisDay], booksThisYear] = await Promise.all([
    findReadingTotals(db, viewer.id),
    queries.favoriteGenres(db, viewer.id, maxGenres),
    queries.listQuarters(db, viewer.id, since),
    findQuality(db, viewer.id, { since }),
    queries.findOwn(db, viewer.id),
    queries.findMeans(db),
    listReadingDays(db, viewer.id, today, today),
    queries.countBooks(db, viewer.id, year, new Date(now.getTime() + 1)),
  ]);
  const number = dayNumber(today);
  const streaks = streaksAt(totals, number);
  const hasReadingActivity = totals.days.length > 0 || totals.started > 0;
  const recentDays = totals.days.filter((one) => one > number - consistencyDays && one <= number).length;
  const comparedTo = (figure: (typeof means)[number]['figure'], value: number | null): number | null => {
    const mean = means.find((row) => row.figure === figure)?.mean;
    return mean === undefined || value === null ? null : Math.round((100 * (value - mean)) / mean);
  };
  const first = totals.days[0];
  return {
    hasReadingActivity,
    totalBooksRead: totals.books,
    ...minutesRead(totals),
    readingStreak: streaks.current,
    longestStreak: streaks.longest,
    readingHabits: {
      favoriteGenres: genres.map(({ id, name, share: percentage }) => ({
        genre: { _id: id, name },
        percentage,
      })),
      preferredReadingTime: preferredTime(viewer.timeZone, quarters),
      averageSessionLength:
        quality.sessions === 0 ? null : Math.max(1, Math.round(quality.seconds / quality.sessions / 60)),
      daysActive: daysAWeek(totals.days, number),
    },
    achievements: own?.hides_rewards === false ? summarize(await listAchievements(ctx, viewer)) : null,
    comparisonToAverage: {
      readingSpeed: comparedTo('readingSpeed', wordsPerMinute(quality)),
      booksCompleted: comparedTo('booksCompleted', hasReadingActivity ? totals.books : null),
      consistency: comparedTo('consistency', recentDays === 0 ? null : recentDays),
    },
    goal: {
      minutesADay: own?.minutes_a_day ?? null,
      booksAYear: own?.books_a_year ?? null,
      minutesToday: thisDay?.minutes ?? 0,
      booksThisYear,
    },
    firstDay: first === undefined ? null : dayAfter('1970-01-01', first),
  };
}

type SpeedInsights = ReadingInsights['readingSpeedInsights'];

const categories: { below: number; category: SpeedInsights['speedCategory']; recommendation: string }[] = [
  { below: 150, category: 'Unhurried', recommendation: 'You take your time with every line.' },
  {
    below: 250,
    category: 'Steady',
    recommendation: 'You read at about the pace of most people who read for pleasure.',
  },
  { below: 400, category: 'Quick', recommendation: 'You read briskly. Slow down where you like a passage.' },
  {
    below: Number.POSITIVE_INFINITY,
    category: 'Very quick',
    recommendation: 'You read faster than most.',
  },
];

function speedInsights(speed: number | null, before: number | null): SpeedInsights {
  const found = speed === null ? undefined : categories.find(({ below }) => speed < below);
  return {
    speedCategory: found?.category ?? 'No Data',
    recommendation: found?.recommendation ?? 'Finish a chapter in one sitting to see how fast you read.',
    improvement: speed === null || before === null ? null : Math.round((100 * (speed - before)) / before),
  };
}

/** How the viewer read in the last seven days (docs/product/reading-analytics.md#last-seven-days). */
export async function getReadingInsights(ctx: RequestContext, viewer: Viewer): Promise<ReadingInsights> {
  const { db } = ctx;
  const today = dayIn(viewer.timeZone, ctx.clock.now());
  const from = dayAfter(today, -6);
  const [dailyHabits, totals, week, weekBefore] = await Promise.all([
    lastDays(db, viewer.id, today),
    findReadingTotals(db, viewer.id),
    findQuality(db, viewer.id, { from, to: today }),
    findQuality(db, viewer.id, { from: dayAfter(today, -13), to: dayAfter(today, -7) }),
  ]);
  const [speed, before] = [wordsPerMinute(week), wordsPerMinute(weekBefore)];
  return {
    dailyHabits,
    totalMinutes: sumOf(dailyHabits, 'minutes'),
    totalSessions: sumOf(dailyHabits, 'sessions'),
    activeDays: dailyHabits.filter(({ words, minutes }) => words > 0 || minutes > 0).length,
    readingSpeed: speed,
    readingSpeedInsights: speedInsights(speed, before),
    completionRate: totals.started === 0 ? null : Math.round((100 * totals.books) / totals.started),
  };
}

type Summed = 'minutes' | 'sessions' | 'words' | 'chapters';
const sumOf = (rows: Pick<DayRow, Summed>[], figure: Summed): number =>
  rows.reduce((sum, row) => sum + row[figure], 0);

/** The viewer's days from one to another. Throws BAD_INPUT for a range that is too long or ends before it begins. */
export async function getReadingRange(
  { db }: RequestContext,
  viewer: Viewer,
  { from, to }: ParsedInput<typeof rangeCall>['query'],
): Promise<ReadingRange> {
  if (to < from) throw badInput('to', 'The range ends before it begins. Please swap the two days.');
  if (dayNumber(to) - dayNumber(from) >= maxRangeDays)
    throw badInput('to', 'Please choose a range of at most two years.');
  const [days, books] = await Promise.all([
    listReadingDays(db, viewer.id, from, to),
    queries.countBooks(db, viewer.id, startOf(viewer, from), startOf(viewer, dayAfter(to, 1))),
  ]);
  return {
    from,
    to,
    days: days.map(presentDay),
    totals: {
      minutes: sumOf(days, 'minutes'),
      sessions: sumOf(days, 'sessions'),
      words: sumOf(days, 'words'),
      chapters: sumOf(days, 'chapters'),
      activeDays: days.filter(({ words, minutes }) => words > 0 || minutes > 0).length,
      books,
    },
  };
}

/** All of the viewer's days with reading, as CSV. */
export const exportReadingDays = (ctx: RequestContext, viewer: Viewer): Promise<FileResponse> =>
  exportCsv(ctx, {
    name: 'inkling-reading.csv',
    header: ['Day', 'Minutes', 'Estimated', 'Sessions', 'Words', 'Chapters finished'],
    async *rows(tx) {
      for await (const row of streamRows(tx, readingDays(viewer.id)))
        yield [row.date, row.minutes, row.is_estimated ? 'yes' : 'no', row.sessions, row.words, row.chapters];
    },
  });

/** Sets the viewer's goals, and removes those that are null. */
export async function setReadingGoal(
  { db }: RequestContext,
  viewer: Viewer,
  goal: ParsedInput<typeof goalCall>['body'],
) {
  await queries.saveGoal(db, viewer.id, goal);
  return goal;
}

/**
 * Erases the viewer's sessions and what they add up to, and makes their views anonymous
 * (docs/product/reading-analytics.md#switch).
 */
export const eraseReadingTimes = (ctx: RequestContext, { id }: Viewer): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await eraseTimes(tx, id, ctx.clock.now());
    await emit(ctx, tx, readingTimesErased, { readerId: id });
  });
