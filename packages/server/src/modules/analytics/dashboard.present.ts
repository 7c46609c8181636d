import type { AnalyticsPeriod, AuthorActivity, AuthorDashboard } from '@inkling/contract/analytics';
import { dayAfter, dayNumber, monthOf, weekOf } from '../../platform/days.ts';
import type { ActivityRow, AuthorRow, PeriodRow } from './dashboard.queries.ts';
import type { Period } from './ranges.ts';

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

export const presentActivity = ({ kind, story, count, at }: ActivityRow): AuthorActivity => ({
  icon: kind,
  description: texts[kind](count, story?.title ?? ''),
  time: at.toISOString(),
  count,
  story,
});

type Demographics = AuthorDashboard['readerDemographics'];

/** Groups as they were stored: only those that may be shown (docs/product/author-dashboard.md#small-groups). */
export function presentGroups(groups: AuthorRow['groups']): Demographics {
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
export function presentDays(rows: PeriodRow[], { from, to }: Period): AuthorDashboard['days'] {
  const byDay = new Map(rows.filter(({ period }) => period === 'day').map((row) => [row.starts_on, row]));
  return Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, index) => {
    const day = dayAfter(from, index);
    const { views = 0, readers = 0, robots = 0 } = byDay.get(day) ?? {};
    return { from: day, views, readers, robots };
  });
}

/** The weeks or months of days that are whole ones. */
export function presentPeriods(
  period: 'week' | 'month',
  rows: PeriodRow[],
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
