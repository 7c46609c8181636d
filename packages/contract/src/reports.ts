import { z } from 'zod';
import { defineCall } from './call.ts';
import { reportLimits } from './limits.ts';
import { measure, measureKind } from './measures.ts';
import { dataResponse, listResponse, pageQuery } from './page.ts';
import { chosenId, id, isoDate, prose } from './text.ts';
import { author } from './users.ts';

/**
 * What can be reported. A `cover` has the id of its story, an author’s `reply` that of the review; a `profile` and an `avatar`
 * have the id of the person. A `collection` is its name, description and notes, a `series` its name and description. A `note` is one to a
 * story's followers.
 */
export const reportSubject = z.enum([
  'story',
  'chapter',
  'comment',
  'review',
  'reply',
  'message',
  'post',
  'community',
  'collection',
  'series',
  'note',
  'profile',
  'cover',
  'avatar',
]);
export type ReportSubject = z.output<typeof reportSubject>;

export const reportReason = z.enum([
  'copied',
  'harassment',
  'hate',
  'sexual',
  'violence',
  'self-harm',
  'private-data',
  'impersonation',
  'spam',
  'mislabelled',
  'undisclosed-ai',
  'other',
]);
export type ReportReason = z.output<typeof reportReason>;

/**
 * Why others do not see something, for its owner: it is held until someone decides (docs/product/spam.md), or a measure has
 * removed it. Null if they see it, and for everyone but its owner.
 */
export const withheld = z.enum(['held', 'removed']).nullable();

/** Reports for these reasons stay open for admins after moderators have decided (docs/product/reports.md#deciding). */
export const reasonsForAdmins: readonly ReportReason[] = [
  'harassment',
  'hate',
  'sexual',
  'self-harm',
  'private-data',
];

/**
 * What a reporter sees of what became of it: `open`; `acted`, something was done about it; `dismissed`, the team found
 * nothing against the rules.
 */
export const reportStatus = z.enum(['open', 'acted', 'dismissed']);
export type ReportStatus = z.output<typeof reportStatus>;

/** One's own report (docs/product/reports.md#reporting). `title` is what was reported, as it was called then. */
export const ownReport = z.object({
  _id: id,
  subjectKind: reportSubject,
  subjectId: id,
  title: z.string(),
  reason: reportReason,
  text: z.string(),
  status: reportStatus,
  createdAt: isoDate,
  closedAt: isoDate.nullable(),
});
export type OwnReport = z.output<typeof ownReport>;

export const report = defineCall('POST /reports', {
  summary:
    'Report something that breaks the rules; a second report of the same thing while it is open changes nothing',
  access: 'user',
  errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  body: z.object({
    _id: chosenId.optional(),
    subjectKind: reportSubject,
    subjectId: id,
    reason: reportReason,
    text: prose(reportLimits.text).default(''),
  }),
  response: dataResponse(ownReport),
  status: 201,
});
export const listMyReports = defineCall('GET /reports/mine', {
  summary: 'List what I have reported and what became of it, the newest first',
  access: 'user',
  query: pageQuery(20),
  response: listResponse(ownReport),
});

/** How an entry of the queue ended: `dismiss`, or the measure that was taken. */
export const decisionKind = z.enum(['dismiss', ...measureKind.options]);
export type DecisionKind = z.output<typeof decisionKind>;

/** An entry of the queue: one thing with all who reported it (docs/product/reports.md#queues). */
export const queueEntry = z.object({
  _id: id,
  subjectKind: reportSubject,
  subjectId: id,
  title: z.string(),
  /** How the reported text begins. */
  excerpt: z.string(),
  /** Who wrote it; null once their account is deleted. */
  person: author.nullable(),
  /** The community whose moderators see the entry as well. */
  community: id.nullable(),
  /**
   * Why the text is held until someone decides (docs/product/spam.md): it has a `link`, and its writer’s account was younger
   * than `number` hours; or it was `repeated`, written for the `number`th time in 24 hours. Null for what was only reported.
   */
  held: z.object({ for: z.enum(['link', 'repeated']), number: z.int() }).nullable(),
  reporters: z.int(),
  /** Those of its reports, the most frequent first. */
  reasons: z.array(reportReason),
  takenBy: author.nullable(),
  createdAt: isoDate,
  /** For moderators, also what they have decided about an entry that stays open for admins. */
  decision: decisionKind.nullable(),
  decidedBy: author.nullable(),
  closedAt: isoDate.nullable(),
  /** For admins: what moderators have decided about an entry that stays open. */
  moderated: z.object({ decision: decisionKind, by: author.nullable() }).nullable(),
});
export type QueueEntry = z.output<typeof queueEntry>;

/** All that staff know about an entry. */
export const queueEntryDetails = queueEntry.extend({
  /** The path where it is read; null where it is not there any more. */
  link: z.string().nullable(),
  /** What it is a part of, such as the title of its story; empty if nothing. */
  context: z.string(),
  /** What the reporters saw, the oldest first: one copy of each wording. `image`: the address of a picture. */
  copies: z.array(z.object({ text: z.string(), image: z.string().nullable(), createdAt: isoDate })),
  /** For admins alone: empty for moderators, who get `reporters` and `reasons`. */
  reports: z.array(
    z.object({
      _id: id,
      reporter: author.nullable(),
      reason: reportReason,
      text: z.string(),
      createdAt: isoDate,
    }),
  ),
  /** For moderators, only notes that moderators wrote. */
  notes: z.array(z.object({ _id: id, author: author.nullable(), text: z.string(), createdAt: isoDate })),
  /** Every measure against the person, the newest first; for moderators, those of their community. */
  history: z.array(measure),
  /** How many other entries about the person were closed, and how many of them were dismissed. */
  earlier: z.object({ closed: z.int(), dismissed: z.int() }),
});
export type QueueEntryDetails = z.output<typeof queueEntryDetails>;

const queueQuery = pageQuery(20).extend({ state: z.enum(['open', 'closed']).default('open') });

export const listQueue = defineCall('GET /admin/reports', {
  summary: 'List what was reported: open entries the oldest first, closed ones the newest first',
  access: 'moderator',
  query: queueQuery,
  response: listResponse(queueEntry),
});
export const listCommunityQueue = defineCall('GET /community/{id}/reports', {
  summary: 'List what was reported in a community, for its founder and moderators',
  access: 'member',
  query: queueQuery,
  response: listResponse(queueEntry),
});
// The site’s team makes the following calls, and for what was reported in their community its founder and moderators.
export const getQueueEntry = defineCall('GET /admin/reports/{id}', {
  summary: 'Get all about an entry of the queue',
  access: 'member',
  response: dataResponse(queueEntryDetails),
});
export const takeQueueEntry = defineCall('POST /admin/reports/{id}/take', {
  summary: 'Say that I look after an entry; a 409 names who took it or decided it before',
  access: 'member',
  /** With `anyway`, also an entry that a colleague has taken. */
  body: z.object({ anyway: z.boolean().default(false) }),
  response: dataResponse(queueEntryDetails),
});
export const releaseQueueEntry = defineCall('DELETE /admin/reports/{id}/take', {
  summary: 'Leave an entry that I took to others',
  access: 'member',
  response: dataResponse(queueEntryDetails),
});
export const addQueueNote = defineCall('POST /admin/reports/{id}/notes', {
  summary: 'Write a note for colleagues',
  access: 'member',
  errors: ['QUOTA_REACHED'],
  body: z.object({ _id: chosenId.optional(), text: prose(reportLimits.note, 'Please write a note.') }),
  response: dataResponse(queueEntryDetails),
  status: 201,
});
export const decideQueueEntry = defineCall('POST /admin/reports/{id}/decide', {
  withdraws: true,
  summary:
    'Dismiss an entry, which allows what is held, or take a measure; a 409 says who decided what before. Only the site’s team can suspend',
  access: 'member',
  errors: ['NOT_ALLOWED'],
  body: z.object({
    measure: decisionKind,
    /** Of a suspension; null for good. */
    until: isoDate.nullable().default(null),
    /** Required for a measure: the person concerned reads it. */
    reason: prose(reportLimits.text).default(''),
  }),
  response: dataResponse(queueEntryDetails),
});
