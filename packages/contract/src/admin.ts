import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse } from './page.ts';
import { isoDate } from './text.ts';

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
