import { z } from 'zod';
import { defineCall } from './call.ts';
import { dataResponse } from './page.ts';
import { isoDate } from './text.ts';

/** How the daily backups of the site go (docs/backup.md#daily-backups). */
export const getBackupState = defineCall('GET /admin/backups', {
  summary: 'Get when the site was last backed up by its daily job, and whether that is too long ago',
  access: 'admin',
  response: dataResponse(
    z.object({
      /** When the last good one began; null while there is none. */
      lastGoodAt: isoDate.nullable(),
      /** The last good one is older than two days; never where the operator has switched daily backups off. */
      isLate: z.boolean(),
    }),
  ),
});
