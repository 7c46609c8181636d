import { z } from 'zod';
import { analyticsRange, rate } from './analytics.ts';
import { defineCall, fileResponse } from './call.ts';
import { storyAnalyticsLimits } from './limits.ts';
import { dataResponse, emptyResponse, pageQuery, pagination } from './page.ts';
import { chosenId, id, isoDate, line } from './text.ts';

/** Figures of a story and of a chapter for their author (docs/product/story-analytics.md). */

const day = z.iso.date('Please choose a date.');

const chapterName = z.object({
  _id: id,
  /** The number that readers see; null for a draft. */
  number: z.int().nullable(),
  title: z.string(),
});
export type ChapterName = z.output<typeof chapterName>;

/** `robots`: further views that were probably from robots; they are in no other figure. */
const dayFigures = z.object({
  day,
  views: z.int(),
  readers: z.int(),
  minutes: z.int(),
  robots: z.int(),
});
export type DayFigures = z.output<typeof dayFigures>;

/** Readers of a chapter, each in one of the three (docs/product/story-analytics.md#retention). */
const threeKinds = { readingOn: z.int(), waiting: z.int(), gone: z.int() };
const retentionRow = z.object({ chapter: chapterName, ...threeKinds });
export type RetentionRow = z.output<typeof retentionRow>;

const sourceViews = z.object({ source: z.string(), views: z.int() });
export type SourceViews = z.output<typeof sourceViews>;

/** `week` counts from 1 after the publication. `usual`: views of a chapter of this story in that week, on average. */
const ageRow = z.object({ week: z.int(), views: z.int().nullable(), usual: z.number().nullable() });
export type AgeRow = z.output<typeof ageRow>;

/** Chapters that were published on a day. */
const release = z.object({ day, chapters: z.int(), first: chapterName });
export type Release = z.output<typeof release>;

const note = z.object({ _id: id, day, text: z.string() });
export type AnalyticsNote = z.output<typeof note>;

const totals = { views: z.int(), readers: z.int(), finished: z.int() };

const chapterTotals = z.object({
  chapter: chapterName,
  words: z.int(),
  minutes: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Further views that were probably from robots. */
  robots: z.int(),
  ...totals,
});
export type ChapterTotals = z.output<typeof chapterTotals>;

const common = {
  /** The time of the answer. */
  asOf: isoDate,
  from: day,
  to: day,
  /** Empty below five readers, as are `ages` and `sources`. */
  days: z.array(dayFigures),
  ages: z.array(ageRow).nullable(),
  releases: z.array(release),
  notes: z.array(note),
  /** The plan that has what is null; null if nothing is missing. */
  requires: z.literal('Pro').nullable(),
};

export const storyFigures = z.object({
  story: z.object({ _id: id, title: z.string() }),
  ...common,
  /** Since the story was created, as are the next six. */
  ...totals,
  likes: z.int(),
  comments: z.int(),
  saves: z.int(),
  follows: z.int(),
  ratings: z.int(),
  /** Further views that were probably from robots, also since the story was created. */
  robots: z.int(),
  /** Published chapters in order, a page of them. */
  chapters: z.array(chapterTotals),
  pagination,
  /** Of these chapters, those with five readers or more. */
  retention: z.array(retentionRow).nullable(),
  /** Those who wait, of all chapters with five readers or more. */
  waiting: z.int().nullable(),
  /** Where more than half of those who are gone left, if there are at least five. */
  leaving: chapterName.nullable(),
  /** Of the story, and of its chapters from outside of the site; with most views first. */
  sources: z.array(sourceViews).nullable(),
});
export type StoryFigures = z.output<typeof storyFigures>;

export const chapterFigures = z.object({
  story: z.object({ _id: id, title: z.string() }),
  chapter: chapterName,
  /** Null for a draft. */
  publishedAt: isoDate.nullable(),
  words: z.int(),
  ...common,
  /** Since the chapter was created. */
  ...totals,
  minutes: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Null below five readers and for a draft. */
  retention: z.object(threeKinds).nullable(),
  /** Shares of the readers by the tenth in which they stopped; those who finished are the rest. */
  stops: z.array(z.number()).length(10).nullable(),
  /** Versions with five readers or more, the newest first; `from` is the day on which it was saved, in the author’s time zone. */
  versions: z.array(z.object({ version: z.int(), from: z.iso.date(), finished: rate })).nullable(),
});
export type ChapterFigures = z.output<typeof chapterFigures>;

export const getStoryFigures = defineCall('GET /analytics/story/{id}', {
  summary: 'Get the figures of my own story; what needs a plan is null',
  access: 'owner',
  query: analyticsRange.extend(pageQuery(25).shape),
  response: dataResponse(storyFigures),
});
export const getChapterFigures = defineCall('GET /analytics/chapter/{id}', {
  summary: 'Get the figures of a chapter of my own story; what needs a plan is null',
  access: 'owner',
  query: analyticsRange,
  response: dataResponse(chapterFigures),
});

export const storyTable = z.enum(['days', 'chapters', 'retention', 'sources', 'ages']);
export type StoryTable = z.output<typeof storyTable>;
export const chapterTable = z.enum(['days', 'stops', 'ages']);
export type ChapterTable = z.output<typeof chapterTable>;

const csv = 'text/csv; charset=utf-8';
export const exportStoryFigures = defineCall('GET /analytics/story/{id}/export', {
  summary: 'Download one of the tables of my own story as a CSV file',
  access: 'owner',
  limit: 'storyExport',
  errors: ['PLAN_REQUIRED'],
  query: analyticsRange.extend({ table: storyTable.default('days') }),
  response: fileResponse(csv, 'inkling-story.csv'),
});
export const exportChapterFigures = defineCall('GET /analytics/chapter/{id}/export', {
  summary: 'Download one of the tables of a chapter of my own story as a CSV file',
  access: 'owner',
  limit: 'storyExport',
  errors: ['PLAN_REQUIRED'],
  query: analyticsRange.extend({ table: chapterTable.default('days') }),
  response: fileResponse(csv, 'inkling-chapter.csv'),
});

export const saveAnalyticsNote = defineCall('PUT /analytics/story/{id}/notes/{noteId}', {
  summary: "Write a note on the time line of my own story's figures, or change it",
  access: 'owner',
  limit: 'write',
  errors: ['QUOTA_REACHED'],
  params: { noteId: chosenId },
  body: z.object({ day, text: line(storyAnalyticsLimits.note, 'Please write a note.') }),
  response: dataResponse(note),
});
export const deleteAnalyticsNote = defineCall('DELETE /analytics/story/{id}/notes/{noteId}', {
  withdraws: true,
  summary: "Delete a note from the time line of my own story's figures",
  access: 'owner',
  params: { noteId: chosenId },
  response: emptyResponse,
});
