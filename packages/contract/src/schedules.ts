import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { storyChanges } from './stories.ts';
import { id, isoDate } from './text.ts';
import { timeZone } from './time-zones.ts';

/** How far ahead a chapter can be scheduled. */
export const maxScheduleYears = 10;
/** How many dates of a rhythm are listed. */
export const maxListedDates = 100;

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

const date = z.iso.date('Please choose a date.');
export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time.');

/** A date and time of a zone, as dialogs show and send them: browsers may know other rules of the zone. */
const local = z.object({ date, time: timeOfDay });
export type LocalTime = z.output<typeof local>;

/** `false` publishes chapters without telling followers. */
const announce = z.boolean().default(true);

/** When a draft chapter is published, or why it was not. A paused schedule publishes nothing until it is resumed. */
const schedule = z.object({
  chapter: id,
  publishAt: isoDate,
  /** The same in the author's time zone. */
  local,
  problem: scheduleProblem.nullable(),
  isPaused: z.boolean(),
  /** Whether followers will be told. */
  announce: z.boolean(),
});
export type Schedule = z.output<typeof schedule>;

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
  body: local.extend({ timeZone, announce }),
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
    time: timeOfDay,
    timeZone,
    announce,
    preview: z.boolean().default(false),
  }),
  /**
   * `chapters` get a date, from `first` to `last` in this zone; `dates` has those of the first hundred. `tooShort` is the number of drafts that get none because
   * they have too few words.
   */
  response: dataResponse(
    z.object({
      chapters: z.int(),
      tooShort: z.int(),
      first: local,
      last: local,
      dates: z
        .array(z.object({ chapter: id, title: z.string(), publishAt: isoDate, local }))
        .max(maxListedDates),
    }),
  ),
});

/** How many chapters a month of the calendar lists. */
export const maxCalendarEntries = 500;

/**
 * A chapter that was published on a day, or is to be: `isPaused` and `hasProblem` say why it may not be. `local` is in the
 * author's time zone.
 */
const calendarEntry = z.object({
  state: z.enum(['published', 'scheduled']),
  local,
  story: z.object({ _id: id, title: z.string() }),
  chapter: z.object({ _id: id, title: z.string() }),
  isPaused: z.boolean(),
  hasProblem: z.boolean(),
});
export type CalendarEntry = z.output<typeof calendarEntry>;

const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Please choose a month.');
export const getCalendar = defineCall('GET /calendar', {
  summary: 'List the chapters of all my stories that were published in a month, or are scheduled, by time',
  access: 'user',
  /** By default the present month of my time zone. */
  query: z.object({ month: month.optional() }),
  /** `today` is the present day of my time zone; `total` counts what is not listed, too. */
  response: dataResponse(z.object({ month, today: date, entries: z.array(calendarEntry), total: z.int() })),
});

/** By how many days all schedules of a story can be shifted at once. */
export const maxShiftDays = 365;
export const changeSchedules = defineCall('PUT /stories/{id}/schedules', {
  summary: "Pause, resume, shift or stop all schedules of my story's draft chapters",
  access: 'owner',
  limit: 'write',
  body: z.object({
    action: z.enum(['pause', 'resume', 'shift', 'stop']),
    /** For `shift`: how many days later, or earlier if negative. */
    days: z.int().min(-maxShiftDays).max(maxShiftDays).optional(),
    /** For `pause`: puts the story on hiatus too, which `resume` ends. Both change or neither. */
    hiatus: storyChanges.pick({ hiatusUntil: true, hiatusNote: true }).optional(),
  }),
  /** How many schedules there were to change. */
  response: dataResponse(z.object({ chapters: z.int() })),
});
