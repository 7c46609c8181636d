import { getBackupState, listOutsideRequests } from '@inkling/contract/admin';
import { type Api, bind } from '../../platform/http/bind.ts';
import { lastBackup } from '../../platform/last-backup.queries.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';

export function adminRoutes(api: Api): void {
  bind(api, getBackupState, async (ctx) => {
    const { good, isLate } = await lastBackup(ctx);
    return { data: { lastGoodAt: good?.at.toISOString() ?? null, isLate } };
  });
  bind(api, listOutsideRequests, async (ctx) => ({ data: await outsideRequests(ctx) }));
}
