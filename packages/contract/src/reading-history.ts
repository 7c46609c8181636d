import { z } from 'zod';
import { defineCall } from './call.ts';
import { emptyResponse, topResponse, wholeNumber } from './page.ts';
import { timeOfDay } from './schedules.ts';
import { story } from './stories.ts';
import { id, isoDate } from './text.ts';
import { author } from './users.ts';

const isoDay = z.iso.date('Please use a day such as 2026-03-29.');

/** A chapter that was read on a day; `time` is that of the day, in the reader’s time zone. `chapter` is null for one that is no longer available. */
const readChapter = z.object({
  _id: id,
  at: isoDate,
  time: timeOfDay,
  chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }).nullable(),
});

/**
 * What of one story was read on one day, in the reader's time zone; `story` is null while it is not available. The
 * chapters are those read last, newest first, at most 50; `chapterCount` counts all.
 */
export const historyItem = z.object({
  day: isoDay,
  storyId: id,
  lastRead: isoDate,
  story: z
    .object({
      _id: id,
      title: z.string(),
      language: z.string(),
      coverImage: z.string().nullable(),
      coverStyle: story.shape.coverStyle,
      author,
    })
    .nullable(),
  chapterCount: z.int(),
  /** In reading sessions that began on that day. */
  secondsRead: z.int(),
  chapters: z.array(readChapter).max(50),
});
export type HistoryItem = z.output<typeof historyItem>;

/** `next` is the `after` of the following page, null at the end. `isOn`: whether reading is being recorded. */
export const listHistory = defineCall('GET /library/history', {
  summary: 'List what I read, by day and story, newest first',
  access: 'user',
  query: z.object({
    limit: wholeNumber('A limit', 1, 100).default(30),
    after: z.string().max(200).optional(),
  }),
  response: topResponse({ data: z.array(historyItem), next: z.string().nullable(), isOn: z.boolean() }),
});

export const deleteHistory = defineCall('DELETE /library/history', {
  summary: 'Delete my whole reading history',
  access: 'user',
  response: emptyResponse,
});
export const deleteHistoryDay = defineCall('DELETE /library/history/{day}', {
  summary: 'Delete a day of my reading history',
  access: 'user',
  params: { day: isoDay },
  response: emptyResponse,
});
export const deleteHistoryItem = defineCall('DELETE /library/history/{day}/{storyId}', {
  summary: 'Delete what I read of a story on a day from my history',
  access: 'user',
  params: { day: isoDay, storyId: id },
  response: emptyResponse,
});
