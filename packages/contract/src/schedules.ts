import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id, isoDate } from './text.ts';
import { timeZone } from './time-zones.ts';

/** How far ahead a chapter can be scheduled. */
export const maxScheduleYears = 10;

/** Why a chapter could not be published when it was due (docs/product/schedules.md#problems). */
export const scheduleProblem = z.enum([
  'too_short',
  'unverified',
  'story_unpublished',
  'story_taken_down',
  'chapter_taken_down',
  'author_suspended',
  'deleted',
]);
export type ScheduleProblem = z.output<typeof scheduleProblem>;

/** When a draft chapter is published, or why it was not. */
const schedule = z.object({ chapter: id, publishAt: isoDate, problem: scheduleProblem.nullable() });
export type Schedule = z.output<typeof schedule>;

const date = z.iso.date('Please choose a date.');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.');

export const listSchedules = defineCall('GET /stories/{id}/schedules', {
  summary: "List the schedules of my own story's draft chapters, by date",
  access: 'owner',
  response: dataResponse(z.array(schedule)),
});
export const scheduleChapter = defineCall('PUT /chapters/{id}/schedule', {
  summary: 'Publish a draft chapter at a date and time, which replaces an earlier schedule',
  access: 'owner',
  errors: ['TAKEN_DOWN', 'TOO_SHORT_TO_PUBLISH', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  /** A local time of the zone; docs/product/schedules.md#local-time says which one is meant when clocks change. */
  body: z.object({ date, time, timeZone }),
  response: dataResponse(schedule),
});
export const unscheduleChapter = defineCall('DELETE /chapters/{id}/schedule', {
  summary: "Remove a chapter's schedule; it stays a draft",
  access: 'owner',
  response: emptyResponse,
});
export const scheduleSeveral = defineCall('POST /stories/{id}/schedules', {
  summary:
    'Schedule all draft chapters from one on, on certain weekdays; with preview, only say what that means',
  access: 'owner',
  errors: ['TAKEN_DOWN', 'TOO_SHORT_TO_PUBLISH', 'VERIFY_EMAIL_FIRST'],
  limit: 'write',
  body: z.object({
    /** The first chapter. */
    from: id,
    /** From 1 for Monday to 7 for Sunday. */
    weekdays: z.array(z.int().min(1).max(7)).min(1, 'Please choose at least one day.').max(7),
    /** The first day on which a chapter may be published. */
    start: date,
    time,
    timeZone,
    preview: z.boolean().default(false),
  }),
  /** `tooShort` is the number of these chapters that have too few words now. */
  response: dataResponse(z.object({ chapters: z.int(), tooShort: z.int(), first: isoDate, last: isoDate })),
});
