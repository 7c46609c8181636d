import * as calls from '@inkling/contract/admin';
import { type Api, bind } from '../../platform/http/bind.ts';
import { lastBackup } from '../../platform/last-backup.queries.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';
import * as jobs from './jobs.service.ts';

export function adminRoutes(api: Api): void {
  bind(api, calls.getBackupState, async (ctx) => {
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
  bind(api, calls.listQueues, (ctx) => jobs.listQueues(ctx));
  bind(api, calls.listJobs, (ctx, _viewer, { query }) => jobs.listJobs(ctx, query));
  bind(api, calls.retryJob, async (ctx, viewer, { params }) => {
    await jobs.retryJob(ctx, params.id, viewer.id);
    return { message: 'The job will run again.' };
  });
  bind(api, calls.cancelJob, async (ctx, viewer, { params }) => {
    await jobs.cancelJob(ctx, params.id, viewer.id);
    return { message: 'The job was canceled.' };
  });
  bind(api, calls.listOutsideRequests, async (ctx) => ({ data: await outsideRequests(ctx) }));
}
