import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse, emptyResponse, listResponse, pageQuery, topResponse } from './page.ts';
import { id, isoDate } from './text.ts';

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
  summary: 'Get what `inkling doctor` finds, the versions, and what this server process could not do',
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
      /** Responses with a status from 500 up since `runningSince`, by cause, the most frequent first. */
      failures: z.array(z.object({ cause: z.string(), count: z.int(), lastAt: isoDate, advice: z.string() })),
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
  summary: 'List the queues of background work, emails among them, with how their jobs go',
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
  summary: 'Keep a job that waits from running; a 409 if it does not wait',
  access: 'admin',
  response: emptyResponse,
});
