import { z } from 'zod';
import { loginSession, reauthenticationBody } from './account.ts';
import { defineCall, fileResponse } from './call.ts';
import { graceDays, reportLimits } from './limits.ts';
import { measure } from './measures.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { id, isoDate, line, prose } from './text.ts';
import { author } from './users.ts';

/** How the daily backups of the site go (docs/backup.md#daily-backups). */
export const getBackupState = defineCall('GET /admin/backups', {
  summary:
    'Get when the last daily backup was written, when the last restorable one was, and whether that is too long ago',
  access: 'admin',
  response: dataResponse(
    z.object({
      /** When the last complete one began; null while there is none. */
      lastWrittenAt: isoDate.nullable(),
      /** When the last one began that was restored as a check; null while there is none. */
      lastRestorableAt: isoDate.nullable(),
      /** The last complete one is older than two days; never where the operator has switched daily backups off. */
      isLate: z.boolean(),
      /** The last restorable one is older than nine days; never where the operator has switched daily backups off. */
      isUnverified: z.boolean(),
    }),
  ),
});

/** What is sent to other servers, depending on the settings: the first two to a model. */
export const outsidePurposes = [
  'feedback',
  'story-ideas',
  'email',
  'push',
  'images',
  'backup',
  'payments',
] as const;
export type OutsidePurpose = (typeof outsidePurposes)[number];

export const listOutsideRequests = defineCall('GET /admin/outside-requests', {
  summary: 'List what was sent to other servers in the last 30 days, by day, host and purpose',
  access: 'admin',
  response: dataResponse(
    z.array(
      z.object({
        /** In UTC. */
        day: z.iso.date(),
        host: z.string(),
        purpose: z.enum(outsidePurposes),
        requests: z.int(),
        /** Of the bodies that were sent. */
        bytes: z.int(),
      }),
    ),
  ),
});

/** The queues of background work that send emails. */
export const emailQueues = [
  'account-emails',
  'measure-emails',
  'digest-emails',
  'ereader-emails',
  'ereader-codes',
  'contact-emails',
] as const;
export type EmailQueue = (typeof emailQueues)[number];
export const isEmailQueue = (queue: string): queue is EmailQueue =>
  (emailQueues as readonly string[]).includes(queue);

/** `fine`: a warning that the operator has marked as such in DOCTOR_FINE. `skipped`: it takes too long for a page. */
export const checkStatus = z.enum(['ok', 'warning', 'problem', 'fine', 'skipped']);
export type CheckStatus = z.output<typeof checkStatus>;

export const getSiteReport = defineCall('GET /admin/report', {
  summary: 'Get what `inkling doctor` finds, the versions, and the requests that failed in the last 14 days',
  access: 'admin',
  head: false,
  response: dataResponse(
    z.object({
      versions: z.object({ inkling: z.string(), node: z.string(), postgres: z.string() }),
      /** When the process that answers was started. */
      runningSince: isoDate,
      checks: z.array(
        z.object({
          /** One word, such as `backup`. */
          name: z.string(),
          status: checkStatus,
          says: z.string(),
          /** What to do; null if there is nothing to do. */
          advice: z.string().nullable(),
          details: z.array(z.string()),
        }),
      ),
      /** Responses with a status from 500 up in the last 14 days, of all processes, by cause, the most frequent first. */
      failures: z.array(
        z.object({
          cause: z.string(),
          count: z.int(),
          lastAt: isoDate,
          /** Templates of at most five routes, the most frequent first. */
          routes: z.array(z.string()),
          advice: z.string(),
        }),
      ),
    }),
  ),
});

const queue = z.object({
  name: z.string(),
  sendsEmail: z.boolean(),
  /** To run now, later or again. */
  waiting: z.int(),
  running: z.int(),
  /** Failed for good, in the last days. */
  failed: z.int(),
  /** When one was last completed; null if not in the last day. */
  lastRunAt: isoDate.nullable(),
});
export type JobQueue = z.output<typeof queue>;

export const listQueues = defineCall('GET /admin/queues', {
  summary:
    'List the queues of background jobs, including emails, with how many are waiting, running and failed',
  access: 'admin',
  response: topResponse({
    data: z.array(queue),
    /** In about the last day. */
    emailsSent: z.int(),
  }),
});

/** A job, without what it is about. */
const job = z.object({
  _id: id,
  queue: z.string(),
  state: z.enum(['waiting', 'failed']),
  attempts: z.int(),
  createdAt: isoDate,
  /** When it may run. */
  runAt: isoDate,
  /** When it has failed for good; null for one that waits. */
  failedAt: isoDate.nullable(),
});
export type Job = z.output<typeof job>;

export const listJobs = defineCall('GET /admin/jobs', {
  summary:
    'List the jobs that have failed for good, or wait, the newest first; of emails, or of everything else',
  access: 'admin',
  query: pageQuery(20).extend({
    state: z.enum(['failed', 'waiting']).default('failed'),
    of: z.enum(['emails', 'others']).default('others'),
  }),
  response: listResponse(job),
});
export const retryJob = defineCall('POST /admin/jobs/{id}/retry', {
  summary: 'Let a job that has failed for good run once more; a 409 if it has not',
  access: 'admin',
  response: emptyResponse,
});
export const cancelJob = defineCall('POST /admin/jobs/{id}/cancel', {
  summary: 'Cancel a waiting job; a 409 if it is not waiting',
  access: 'admin',
  response: emptyResponse,
});

/** A person as admins find them. */
const adminPerson = author.extend({
  isAdmin: z.boolean(),
  /** Of the site (docs/product/access.md#moderators). */
  isModerator: z.boolean(),
  isSuspended: z.boolean(),
  /** When the account will be deleted; null unless that was asked for. */
  deletionDueAt: isoDate.nullable(),
  createdAt: isoDate,
});
export type AdminPerson = z.output<typeof adminPerson>;

/** How many people a search finds at most. */
export const maxFound = 50;

/** A POST, so that no proxy logs the address that was looked for. */
export const findPeople = defineCall('POST /admin/people/find', {
  summary: `Find people by how a name begins, or by their whole email address: at most ${maxFound}, the newest first`,
  access: 'admin',
  limit: 'search',
  body: z.object({ q: line(254, 'Please enter a name or an email address.') }),
  response: dataResponse(z.array(adminPerson)),
});

export const personAction = z.enum([
  'sessions-ended',
  'exported',
  'deletion-requested',
  'moderator-granted',
  'moderator-revoked',
]);

export const getPerson = defineCall('GET /admin/people/{id}', {
  summary: 'Get the standing and sessions of a person, and what admins did with the account',
  access: 'admin',
  response: dataResponse(
    adminPerson.extend({
      /** The address without most of its name: `a…@example.org`. */
      email: z.string(),
      isVerified: z.boolean(),
      /** Whether the viewer may act on the account: not on their own, nor on another admin’s. */
      canAct: z.boolean(),
      sessions: z.array(loginSession.omit({ isCurrent: true })),
      /** The newest first. */
      measures: z.array(measure),
      /** The newest first. `by` is null for the command line, and for one who is no longer an admin. */
      log: z.array(z.object({ action: personAction, at: isoDate, by: author.nullable() })),
    }),
  ),
});

export const suspendPerson = defineCall('POST /admin/people/{id}/suspend', {
  withdraws: true,
  summary: 'Suspend a person, for good or until a time; they get the reason by email',
  access: 'admin',
  body: z.object({ reason: prose(reportLimits.text, 'Please say why.'), until: isoDate.nullable() }),
  response: emptyResponse,
});
export const unsuspendPerson = defineCall('POST /admin/people/{id}/unsuspend', {
  summary: 'Lift every suspension of a person',
  access: 'admin',
  response: emptyResponse,
});

/** What an admin confirms with the own password. */
const confirmed = {
  access: 'admin',
  errors: ['WRONG_PASSWORD'],
  body: reauthenticationBody,
} as const;

export const endSessionsOf = defineCall('POST /admin/people/{id}/end-sessions', {
  ...confirmed,
  summary: 'Sign a person out everywhere, with the admin’s own password',
  limit: 'login',
  response: emptyResponse,
});
export const setModerator = defineCall('POST /admin/people/{id}/moderator', {
  ...confirmed,
  summary:
    'Make a person a moderator of the site, or remove them as one, with the admin’s own password; they get an email. A 409 if nothing changes',
  limit: 'login',
  body: reauthenticationBody.extend({ isModerator: z.boolean() }),
  response: emptyResponse,
});
export const exportPerson = defineCall('POST /admin/people/{id}/export', {
  ...confirmed,
  summary: 'Export everything stored about a person who asked for it, with the admin’s own password',
  limit: 'export',
  response: fileResponse('application/zip', 'inkling-export.zip'),
});
export const deletePerson = defineCall('POST /admin/people/{id}/delete', {
  ...confirmed,
  withdraws: true,
  summary: `Delete the account of a person who asked for it, with the admin’s own password: as if they did it, so that they can sign in within ${graceDays} days to keep it`,
  limit: 'login',
  response: topResponse({ message: z.string(), deletionDueAt: isoDate }),
});

const amount = z.object({ files: z.int(), bytes: z.int() });

/** `notes`: highlights, notes to followers, story bibles and glossaries. `search`: what search has stored of them all. */
export const textKind = z.enum(['chapters', 'comments', 'messages', 'notes', 'search']);

export const getStorage = defineCall('GET /admin/storage', {
  summary:
    'Get how much space images, texts, the database and backups take, who has the most images, and what is unused',
  access: 'admin',
  head: false,
  response: dataResponse(
    z.object({
      covers: amount,
      avatars: amount,
      /** Images that nothing shows; they are removed after a day. */
      unused: amount,
      /** When images were measured: every night. */
      imagesAt: isoDate,
      /** The tables with texts by kind, the largest first: with indexes, and what was deleted and not yet reused. */
      texts: z.array(z.object({ kind: textKind, bytes: z.int() })),
      /** In the data folder of this server; null if they go to a bucket, or another server has them. */
      backups: amount.nullable(),
      /** Of the last complete daily backup; null while there is none. */
      lastBackupBytes: z.int().nullable(),
      /** With indexes, and what was deleted and not yet reused. */
      databaseBytes: z.int(),
      /** The ten largest tables, with their indexes. */
      tables: z.array(z.object({ name: z.string(), bytes: z.int() })),
      /** The ten people with the most bytes of images. */
      people: z.array(amount.extend({ person: author })),
    }),
  ),
});
