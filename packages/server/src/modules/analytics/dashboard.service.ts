import {
  type AnalyticsPeriod,
  type AuthorActivity,
  type AuthorDashboard,
  type getAuthorDashboard,
  type Rate,
  smallestGroup,
} from '@inkling/contract/analytics';
import type { ParsedInput } from '@inkling/contract/call';
import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayAfter, dayIn, dayNumber, monthOf, weekOf } from '../../platform/days.ts';
import { exportCsv } from '../../platform/export-file.ts';
import type { FileResponse } from '../../platform/http/file-response.ts';
import { findReadingTotals } from '../library/index.ts';
import { minutesRead, streaksAt } from '../reading-analytics/index.ts';
import { shownCover } from '../stories/index.ts';
import * as queries from './dashboard.queries.ts';
import { nextMonth, type Period, periodOf, type Range, rangeBefore, rangeIn } from './ranges.ts';

/** `count` of `of`; null where `of` is too few to say anything (docs/product/author-dashboard.md#rates). */
const rateOf = (count: number, of: number): Rate | null =>
  of < smallestGroup ? null : { share: count / of, of, count };

/** The change from `before` to `now` in percent, to one decimal; null where there was nothing before. */
const changeOf = (now: number | null, before: number | null): number | null =>
  now === null || before === null || before <= 0 ? null : Math.round((1000 * (now - before)) / before) / 10;

const people = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'person' : 'people'}`;

const texts: Record<AuthorActivity['icon'], (count: number, title: string) => string> = {
  like: (count, title) => `${people(count)} liked “${title}”`,
  comment: (count, title) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'comment' : 'comments'} on “${title}”`,
  rating: (count, title) => `${people(count)} rated “${title}”`,
  save: (count, title) => `${people(count)} saved “${title}”`,
  story_follow: (count, title) => `${people(count)} started following “${title}”`,
  follow: (count) => `${people(count)} started following you`,
};

const presentActivity = ({ kind, story, count, at }: queries.ActivityRow): AuthorActivity => ({
  icon: kind,
  description: texts[kind](count, story?.title ?? ''),
  time: at.toISOString(),
  count,
  story,
});

type Demographics = AuthorDashboard['readerDemographics'];

/** Groups as they were stored: only those that may be shown (docs/product/author-dashboard.md#small-groups). */
function presentGroups(groups: queries.AuthorRow['groups']): Demographics {
  const of = (dimension: 'country' | 'device') =>
    groups
      .filter((group) => group.dimension === dimension)
      .map(({ value, readers, known }) => ({ value, readers, of: known, share: readers / known }));
  return {
    month: groups[0]?.month ?? null,
    topCountries: of('country').map(({ value, ...group }) => ({ country: value, ...group })),
    ageDistribution: {},
    deviceUsage: Object.fromEntries(of('device').map(({ value, ...group }) => [value, group])),
  };
}

/** Every day of a range, those without figures as zeros. */
function presentDays(rows: queries.PeriodRow[], { from, to }: Period): AuthorDashboard['days'] {
  const byDay = new Map(rows.filter(({ period }) => period === 'day').map((row) => [row.starts_on, row]));
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => {
    const day = dayAfter(from, index);
    const { views = 0, readers = 0, robots = 0 } = byDay.get(day) ?? {};
    return { from: day, views, readers, robots };
  });
}

/** The weeks or months of days that are whole ones. */
function presentPeriods(
  period: 'week' | 'month',
  rows: queries.PeriodRow[],
  days: AuthorDashboard['days'],
): AuthorDashboard['weeks'] {
  const startOf = period === 'week' ? weekOf : monthOf;
  const readers = new Map(
    rows.filter((row) => row.period === period).map((row) => [row.starts_on, row.readers]),
  );
  const periods = new Map<string, AnalyticsPeriod>();
  for (const { from, views, robots } of days) {
    const start = startOf(from);
    const sum = periods.get(start) ?? { from: start, views: 0, readers: readers.get(start) ?? 0, robots: 0 };
    periods.set(start, { ...sum, views: sum.views + views, robots: sum.robots + robots });
  }
  return [...periods.values()];
}

type Query = ParsedInput<typeof getAuthorDashboard>['query'];

const topStories = 10;
const activities = 10;
const activityDays = 7;

/** The author's totals. Throws NOT_ALLOWED for people without a published story (docs/product/author-dashboard.md#figures). */
async function requireAuthor(ctx: RequestContext, viewer: Viewer, range: Range): Promise<queries.AuthorRow> {
  const author = await queries.findAuthor(ctx.db, viewer.id, range);
  if (author === undefined)
    throw new AppError('NOT_ALLOWED', 'The author dashboard is available once you’ve published a story.');
  return author;
}

const rangeOf = (viewer: Viewer, query: Query, now: Date): Range =>
  rangeIn(viewer, periodOf(query, dayIn(viewer.timeZone, now)));

const dayOf = (number: number): string => dayAfter('1970-01-01', number);
const earliest = (...days: string[]): string => dayOf(Math.min(...days.map(dayNumber)));
const latest = (...days: string[]): string => dayOf(Math.max(...days.map(dayNumber)));

/** The days of the weeks and months that have days of a range. */
const wholeWeeks = ({ from, to }: Period): Period => ({
  from: weekOf(from),
  to: dayAfter(weekOf(to), 6),
});
const wholeMonths = ({ from, to }: Period): Period => ({
  from: monthOf(from),
  to: dayAfter(nextMonth(to), -1),
});

const viewsOf = (days: AuthorDashboard['days']): number => days.reduce((sum, { views }) => sum + views, 0);

/** The figures of all stories of the viewer (docs/product/author-dashboard.md#figures). */
export async function readAuthorDashboard(
  ctx: RequestContext,
  viewer: Viewer,
  query: Query,
): Promise<AuthorDashboard> {
  const now = ctx.clock.now();
  const range = rangeOf(viewer, query, now);
  const before = rangeBefore(viewer, range);
  const author = await requireAuthor(ctx, viewer, range);
  const [weeks, months] = [wholeWeeks(range), wholeMonths(range)];
  // Of the last 30 days of the range and the 30 before.
  const recent = { from: dayAfter(range.to, -59), to: range.to };
  const [stories, rows, activity, reading] = await Promise.all([
    queries.listTopStories(ctx.db, viewer.id, range, before, topStories),
    queries.listPeriods(ctx.db, viewer.id, {
      from: earliest(weeks.from, months.from, recent.from),
      to: latest(weeks.to, months.to),
    }),
    queries.listActivity(ctx.db, viewer.id, new Date(now.getTime() - activityDays * day), activities),
    findReadingTotals(ctx.db, viewer.id),
  ]);
  const sixtyDays = presentDays(rows, recent);
  const monthlyViews = viewsOf(sixtyDays.slice(30));
  const sums = stories[0] ?? { all_views: 0, all_engaged: 0, earlier_views: 0, earlier_engaged: 0 };
  const engagement = rateOf(sums.all_engaged, sums.all_views);
  const earlierEngagement = rateOf(sums.earlier_engaged, sums.earlier_views);
  const today = dayNumber(dayIn(viewer.timeZone, now));
  return {
    asOf: now.toISOString(),
    from: range.from,
    to: range.to,
    overview: { totalViews: author.views, totalStories: author.published, engagementRate: engagement },
    engagement: { followers: author.followers },
    performance: {
      weeklyViews: viewsOf(sixtyDays.slice(-7)),
      monthlyViews,
      viewsGrowth: changeOf(monthlyViews, viewsOf(sixtyDays.slice(0, 30))),
    },
    trends: {
      views: changeOf(sums.all_views, sums.earlier_views),
      stories: changeOf(author.published_until, author.published_before),
      followers: changeOf(author.followers_until, author.followers_before),
      engagementRate: changeOf(engagement?.share ?? null, earlierEngagement?.share ?? null),
    },
    topStories: stories.map(({ id, title, cover_image, views, likes, comments, genres }) => ({
      id,
      _id: id,
      title,
      coverImage: shownCover(ctx.config, cover_image),
      views,
      likes,
      comments,
      genres,
    })),
    recentActivity: activity.map(presentActivity),
    readerDemographics: presentGroups(author.groups),
    readingStats: {
      totalBooksRead: reading.books,
      readingStreak: streaksAt(reading, today).current,
      minutesRead: minutesRead(reading).totalMinutesRead,
      wordsRead: reading.words,
    },
    days: presentDays(rows, range),
    weeks: presentPeriods('week', rows, presentDays(rows, weeks)),
    months: presentPeriods('month', rows, presentDays(rows, months)),
  };
}

/** Views, readers and probable robots of all stories by day, as CSV. */
export async function exportAuthorDashboard(
  ctx: RequestContext,
  viewer: Viewer,
  query: Query,
): Promise<FileResponse> {
  const range = rangeOf(viewer, query, ctx.clock.now());
  await requireAuthor(ctx, viewer, range);
  return exportCsv(ctx, {
    name: 'inkling-analytics.csv',
    header: ['Day', 'Views', 'Readers', 'Probably robots'],
    async *rows(tx) {
      const rows = await queries.listPeriods(tx, viewer.id, range);
      for (const { from, views, readers, robots } of presentDays(rows, range))
        yield [from, views, readers, robots];
    },
  });
}
