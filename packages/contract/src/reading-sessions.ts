import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, pageQuery, pagination, topResponse } from './page.ts';
import { chosenId, id, isoDate } from './text.ts';

/** The kind of device that a chapter is read on; a person has one running session per chapter and device. */
export const deviceType = z.enum(['mobile', 'tablet', 'desktop'], 'Please use mobile, tablet or desktop.');
export type DeviceType = z.output<typeof deviceType>;

/** The maximum of one report. The server's clock limits what is credited of it. */
const maxSeconds = 86_400;
const seconds = z
  .number('Please use a number of seconds.')
  .min(0, 'Reading time can’t be negative.')
  .max(maxSeconds, 'A report can’t exceed 86,400 seconds, which is a day.');
const percent = z.number().min(0).max(100);

/** `userAgent` is accepted and not stored. */
const reading = z.object({
  storyId: id,
  chapterId: id,
  deviceType,
  userAgent: z.string().max(1000).optional(),
});

/** Without `sessionId`: for the running session of this chapter and device. */
const sessionPayload = reading.extend({
  sessionId: id.optional(),
  /** How far the chapter was read, in percent. */
  currentProgress: percent.optional(),
  /** Seconds of reading since the last report. */
  additionalDuration: seconds.optional(),
});

/** What the calls that report reading have in common. */
const report = { access: 'user', errors: ['NOT_FOUND', 'QUOTA_REACHED'], limit: 'sync' } as const;

export const startSession = defineCall('POST /reacting-sessions/start', {
  summary: 'Start a reading session, or get the running one of this chapter and device',
  ...report,
  body: reading.extend({ _id: chosenId.optional(), currentProgress: percent.optional() }),
  response: dataResponse(z.object({ sessionId: id, syncCount: z.int() })),
});

/** `isEnded`: the session is over, so nothing was added; start another one. `seconds` is the session's total. */
const synced = dataResponse(z.object({ syncCount: z.int(), seconds: z.number(), isEnded: z.boolean() }));

export const syncSession = defineCall('POST /reacting-sessions/sync', {
  summary: 'Add reading time to a running session, at most the time that has passed',
  ...report,
  body: sessionPayload,
  response: synced,
});
export const syncTrackedSession = defineCall('POST /analytics/sync/reading-session', {
  summary: 'The same as POST /reacting-sessions/sync',
  ...report,
  body: sessionPayload,
  response: synced,
});
export const endSession = defineCall('POST /reacting-sessions/end', {
  summary: 'End a reading session; the data is empty if it has already ended',
  ...report,
  body: sessionPayload.extend({ endProgress: percent.optional() }),
  response: dataResponse(
    z.object({ durationMinutes: z.number().optional(), durationSeconds: z.number().optional() }),
  ),
});

/**
 * A session that was made offline: its payload, with all its seconds as `additionalDuration`. Clients that choose its
 * `_id` can send it twice, and it counts once. It began at `startedAt`; without that, it has just ended.
 */
export const trackSession = defineCall('POST /analytics/track/reading-session', {
  summary: 'Record a reading session that was made offline, once',
  ...report,
  body: sessionPayload.omit({ sessionId: true }).extend({
    _id: chosenId.optional(),
    startedAt: isoDate.optional(),
    endProgress: percent.optional(),
  }),
  /** `seconds`: what was counted of them. */
  response: dataResponse(z.object({ _id: id, seconds: z.number() })),
});

const optionalScope = z.object({ storyId: id.optional(), chapterId: id.optional() });

/** The viewer's own totals: overall, or of a story or chapter. Only words and chapters finished in sessions count. */
const stats = z.object({
  sessions: z.int(),
  seconds: z.int(),
  averageSeconds: z.int(),
  lastReadAt: isoDate.nullable(),
  chaptersFinished: z.int(),
  wordsRead: z.int(),
});
export type ReadingStats = z.output<typeof stats>;

export const getSessionStats = defineCall('GET /reacting-sessions/stats', {
  summary: 'Get my total reading time, or that of a story or chapter',
  access: 'user',
  query: optionalScope,
  response: dataResponse(stats),
});

/** Both are null while fewer than five readers have finished it. */
export const getAverageTime = defineCall('GET /reacting-sessions/average-time/{storyId}', {
  summary: 'Get how long readers take for a story or chapter',
  access: 'public',
  query: z.object({ chapterId: id.optional() }),
  response: dataResponse(z.object({ averageMinutes: z.number().nullable(), readers: z.int().nullable() })),
});

/** `chapter` is null for one that is no longer available; `endedAt` is null for a running session. */
export const readingSession = z.object({
  _id: id,
  chapter: z.object({ _id: id, title: z.string(), chapterNumber: z.int() }).nullable(),
  deviceType,
  startedAt: isoDate,
  endedAt: isoDate.nullable(),
  seconds: z.int(),
  syncCount: z.int(),
  startProgress: percent,
  endProgress: percent,
});
export type ReadingSession = z.output<typeof readingSession>;

export const listStorySessions = defineCall('GET /reacting-sessions/user-story/{storyId}', {
  summary: 'List my reading sessions of a story, the latest first',
  access: 'user',
  query: pageQuery(20),
  response: topResponse({ data: z.object({ sessions: z.array(readingSession) }), pagination }),
});

/**
 * From the viewer's ended sessions of the last 90 days (docs/product/reading-sessions.md#figures). `null` where there is
 * nothing to compute a figure from.
 */
const qualityMetrics = z.object({
  sessions: z.int(),
  wordsPerMinute: z.int().nullable(),
  /** The share of sessions of at least five minutes, in percent. */
  longSessionShare: z.int().nullable(),
  chaptersPerSession: z.number().nullable(),
  longestSeconds: z.int(),
  averageSeconds: z.int(),
});
export type QualityMetrics = z.output<typeof qualityMetrics>;

export const getQualityMetrics = defineCall('GET /reacting-sessions/quality-metrics', {
  summary: 'Get my reading speed and the length of my sessions',
  access: 'user',
  response: dataResponse(z.object({ qualityMetrics })),
});
