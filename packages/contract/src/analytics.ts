import { z } from 'zod';
import { defineCall, fileResponse } from './call.ts';
import { dataResponse } from './page.ts';
import { id, isoDate } from './text.ts';

/** Figures about groups smaller than this are left out (docs/product/author-dashboard.md#small-groups). */
export const smallestGroup = 5;
/** Readers whose country or device must be known before a month's groups are shown. */
export const fewestKnown = 50;
/** Days that a range may have: two years, with a leap day. */
export const maxRangeDays = 731;

const rangeDay = z.iso.date('Please use a day such as 2026-03-29.');

/**
 * Days of the author, both included: at most two years. Without them, the last 30 days
 * (docs/product/author-dashboard.md#ranges).
 */
export const analyticsRange = z.object({ from: rangeDay.optional(), to: rangeDay.optional() });

/** `count` of `of`; `share` is their quotient, from 0 (docs/product/author-dashboard.md#rates). */
export const rate = z.object({ share: z.number().min(0), of: z.int(), count: z.int() });
export type Rate = z.output<typeof rate>;

/** The change against the period before in percent, to one decimal; null without one (docs/product/author-dashboard.md#trends). */
const change = z.number().nullable();

/** A group of readers, rounded to five, beside all of whom it is known. */
const group = z.object({ readers: z.int(), of: z.int(), share: z.number() });

/** The days, weeks or months of a range; `from` is the first day of each. `readers`: each once a story. `robots`: further views that were probably from robots. */
const period = z.object({ from: z.iso.date(), views: z.int(), readers: z.int(), robots: z.int() });
export type AnalyticsPeriod = z.output<typeof period>;

export const authorActivityKind = z.enum(['like', 'comment', 'rating', 'save', 'story_follow', 'follow']);
/** What people did, together, without who they are; `time` is that of the latest. */
const authorActivity = z.object({
  icon: authorActivityKind,
  description: z.string(),
  time: isoDate,
  count: z.int(),
  story: z.object({ _id: id, title: z.string() }).nullable(),
});
export type AuthorActivity = z.output<typeof authorActivity>;

const topStory = z.object({
  id,
  _id: id,
  title: z.string(),
  coverImage: z.string().nullable(),
  views: z.int(),
  likes: z.int(),
  comments: z.int(),
  genres: z.array(z.object({ _id: id, name: z.string() })),
});

export const authorDashboard = z.object({
  /** When views were last counted. */
  asOf: isoDate,
  from: z.iso.date(),
  to: z.iso.date(),
  /** Since the beginning, except `engagementRate`, which is that of the range. */
  overview: z.object({ totalViews: z.int(), totalStories: z.int(), engagementRate: rate.nullable() }),
  engagement: z.object({ followers: z.int() }),
  /** Of the 7 and the 30 days up to the end of the range; the growth is that of the 30 days. */
  performance: z.object({ weeklyViews: z.int(), monthlyViews: z.int(), viewsGrowth: change }),
  trends: z.object({ views: change, stories: change, followers: change, engagementRate: change }),
  /** By views in the range, at most 10; likes and comments are those of the range too. */
  topStories: z.array(topStory),
  recentActivity: z.array(authorActivity),
  readerDemographics: z.object({
    /** The first day of the month that they are of; null while no month has enough known readers. */
    month: z.iso.date().nullable(),
    topCountries: z.array(group.extend({ country: z.string() })),
    /** Always empty: the age is not asked. */
    ageDistribution: z.record(z.string(), group),
    deviceUsage: z.record(z.string(), group),
  }),
  /** What the author has read. */
  readingStats: z.object({
    totalBooksRead: z.int(),
    readingStreak: z.int(),
    minutesRead: z.int(),
    wordsRead: z.int(),
  }),
  days: z.array(period),
  /** From Monday. The first and the last are whole ones, as are months. */
  weeks: z.array(period),
  months: z.array(period),
});
export type AuthorDashboard = z.output<typeof authorDashboard>;

export const getAuthorDashboard = defineCall('GET /analytics/dashboard/author', {
  summary: 'Get the figures of all my stories in a range of days',
  access: 'user',
  query: analyticsRange,
  response: dataResponse(authorDashboard),
  errors: ['NOT_ALLOWED'],
});

export const exportAuthorDashboard = defineCall('GET /analytics/dashboard/author/export', {
  summary: 'Download the views and readers of my stories by day, as a CSV file',
  access: 'user',
  limit: 'storyExport',
  query: analyticsRange,
  response: fileResponse('text/csv; charset=utf-8', 'inkling-analytics.csv'),
  errors: ['NOT_ALLOWED'],
});
