import { getBackupState, listOutsideRequests } from '@inkling/contract/admin';
import { type Api, bind } from '../../platform/http/bind.ts';
import { lastBackup } from '../../platform/last-backup.queries.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';

export function adminRoutes(api: Api): void {
  bind(api, getBackupState, async (ctx) => {
    const { written, restorable, isLate, isUnverified } = await lastBackup(ctx);
    return {
      data: {
        lastWrittenAt: written?.at.toISOString() ?? null,
        lastRestorableAt: restorable?.at.toISOString() ?? null,
        isLate,
        isUnverified,
      },
    };
  });
  bind(api, listOutsideRequests, async (ctx) => ({ data: await outsideRequests(ctx) }));
}
