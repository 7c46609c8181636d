import { z } from 'zod';
import { defineCall } from './call.ts';
import { reportLimits } from './limits.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery } from './page.ts';
import { id, isoDate, prose } from './text.ts';
import { author } from './users.ts';

/**
 * `remove`: what was reported is withheld from readers; `warn`: words alone; `suspend`: the account can read, but not write
 * (docs/product/measures.md#suspension).
 */
export const measureKind = z.enum(['remove', 'warn', 'suspend']);
export type MeasureKind = z.output<typeof measureKind>;

/** `open`: not answered. `granted`: the measure was lifted. */
export const appealStatus = z.enum(['open', 'granted', 'refused']);
export const appeal = z.object({
  status: appealStatus,
  text: z.string(),
  createdAt: isoDate,
  answer: z.string().nullable(),
  answeredAt: isoDate.nullable(),
});
export type Appeal = z.output<typeof appeal>;

/** A measure as the person concerned sees it, without names. */
export const ownMeasure = z.object({
  _id: id,
  kind: measureKind,
  /** What it is about, as `reportSubject`, with its title then; null for a suspension on the command line. */
  subject: z.object({ kind: z.string(), _id: id, title: z.string() }).nullable(),
  reason: z.string(),
  /** Whether founder or moderators of a community took it; otherwise the site’s team. */
  isByModerator: z.boolean(),
  createdAt: isoDate,
  /** When it ends by itself; null for good. */
  until: isoDate.nullable(),
  /** When it ended or was lifted; null while it is in force. */
  endedAt: isoDate.nullable(),
  appeal: appeal.nullable(),
  /** Whether the person can appeal: once, while it is in force. */
  canAppeal: z.boolean(),
});
export type OwnMeasure = z.output<typeof ownMeasure>;

/** A measure as staff see it. `by` is null for the command line, and once that account is deleted. */
export const measure = ownMeasure.extend({
  person: author.nullable(),
  by: author.nullable(),
  liftedBy: author.nullable(),
});
export type Measure = z.output<typeof measure>;

export const getAccountState = defineCall('GET /users/me/standing', {
  summary: 'Get whether I am suspended, and every measure against me, the newest first',
  access: 'user',
  response: dataResponse(
    z.object({
      isSuspended: z.boolean(),
      /** When the last suspension in force ends; null for good, and for a person who is not suspended. */
      suspendedUntil: isoDate.nullable(),
      measures: z.array(ownMeasure),
    }),
  ),
});
export const appealMeasure = defineCall('POST /measures/{id}/appeal', {
  summary: 'Appeal against a measure, once; a 409 for a second text',
  access: 'owner',
  whileSuspended: true,
  body: z.object({ text: prose(reportLimits.text, 'Please say why.') }),
  response: dataResponse(ownMeasure),
  status: 201,
});

/** What the log of decisions and administration has (docs/product/measures.md#the-log). */
export const loggedActions = [
  'applied',
  'lifted',
  'ended',
  'appealed',
  'granted',
  'refused',
  'dismissed',
  'admin-granted',
  'admin-revoked',
  'moderator-granted',
  'moderator-revoked',
  'story-picked',
  'story-unpicked',
  'genre-created',
  'genre-changed',
  'genre-deleted',
  'plan-given',
  'plan-taken-back',
  'settings-changed',
  'invitation-created',
  'invitation-revoked',
  'person-approved',
  'person-refused',
  'sessions-ended',
  'exported',
  'deletion-requested',
  'job-retried',
  'job-canceled',
] as const;
export type LoggedAction = (typeof loggedActions)[number];

export const logEntry = z.object({
  /** Counts up. */
  number: z.int(),
  at: isoDate,
  action: z.enum(loggedActions),
  /** Who did it; null for the command line and the clock, and once that account is deleted. */
  by: author.nullable(),
  /** Whether a person did it. */
  isByPerson: z.boolean(),
  /** Whom it concerns; null for no one, and once that account is deleted. */
  person: author.nullable(),
  /** Of the story or text that it is about; empty for none, or one that is not public or gone. */
  title: z.string(),
  /** The kind of measure, or the name of a list, a genre, a plan or settings. */
  detail: z.string(),
});
export type LogEntry = z.output<typeof logEntry>;

export const listLog = defineCall('GET /admin/log', {
  summary:
    'List decisions and admin actions, the newest first; with a username, those by or about that person',
  access: 'admin',
  query: pageQuery(50).extend({ person: z.string().max(200).optional() }),
  response: listResponse(logEntry),
});

export const listMeasures = defineCall('GET /admin/measures', {
  summary: 'List measures, the newest first; of one person, or those with an open appeal',
  access: 'moderator',
  query: pageQuery(20).extend({ person: id.optional(), appeals: z.stringbool().default(false) }),
  response: listResponse(measure),
});
/** A story or chapter that is taken down. */
const takedown = z.object({
  _id: id,
  kind: z.enum(['story', 'chapter']),
  title: z.string(),
  /** The story itself, or the chapter’s. */
  story: z.object({ _id: id, title: z.string() }),
  author: z.string(),
  since: isoDate,
  reason: z.string(),
});
export type Takedown = z.output<typeof takedown>;

/** How many takedowns are listed at most. */
export const maxTakedowns = 200;

export const listTakedowns = defineCall('GET /admin/takedowns', {
  summary: `List the stories and chapters that are taken down, the newest first, at most ${maxTakedowns}`,
  access: 'moderator',
  /** `text`: the id of a story, to list only it and its chapters, or the id of a chapter. */
  query: z.object({ text: id.optional() }),
  response: dataResponse(z.array(takedown)),
});
export const takeDownText = defineCall('PUT /admin/takedowns/{id}', {
  withdraws: true,
  summary: 'Take down a story or chapter; its author gets the reason by email. A 409 if it already is',
  access: 'moderator',
  body: z.object({ reason: prose(reportLimits.text, 'Please tell the author why.') }),
  response: emptyResponse,
});
export const reinstateText = defineCall('DELETE /admin/takedowns/{id}', {
  summary: 'Lift every removal of a story or chapter; it is published again if it was before',
  access: 'moderator',
  response: emptyResponse,
});

export const liftMeasure = defineCall('POST /admin/measures/{id}/lift', {
  summary: 'Lift a measure: what it removed returns, other measures stay; a 409 says who ended it before',
  access: 'moderator',
  response: dataResponse(measure),
});
export const respondToAppeal = defineCall('POST /admin/measures/{id}/answer', {
  withdraws: true,
  summary: 'Answer an appeal; `lifts` lifts the measure as well. A 409 says that it was answered before',
  access: 'moderator',
  body: z.object({ lifts: z.boolean(), answer: prose(reportLimits.text, 'Please write an answer.') }),
  response: dataResponse(measure),
});
