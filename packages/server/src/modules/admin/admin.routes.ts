import * as calls from '@inkling/contract/admin';
import { graceDays } from '@inkling/contract/limits';
import { type Api, bind } from '../../platform/http/bind.ts';
import { lastBackup } from '../../platform/last-backup.queries.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';
import { bindWithPassword } from '../account/index.ts';
import * as jobs from './jobs.service.ts';
import * as people from './people.service.ts';
import { measureStorage } from './storage.service.ts';

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
  bind(api, calls.findPeople, async (ctx, _viewer, { body }) => ({
    data: await people.findPeople(ctx, body.q),
  }));
  bind(api, calls.getPerson, async (ctx, viewer, { params }) => ({
    data: await people.getPerson(ctx, viewer, params.id),
  }));
  bind(api, calls.suspendPerson, async (ctx, viewer, { params, body }) => {
    await people.suspendPerson(ctx, viewer, params.id, body);
    return { message: 'The account is suspended.' };
  });
  bind(api, calls.unsuspendPerson, async (ctx, viewer, { params }) => {
    await people.unsuspendPerson(ctx, viewer, params.id);
    return { message: 'The account is no longer suspended.' };
  });
  bindWithPassword(api, calls.endSessionsOf, async (ctx, viewer, { params, body }) => {
    await people.endSessionsOf(ctx, viewer, { ...params, ...body });
    return { message: 'Every session has ended.' };
  });
  bindWithPassword(api, calls.setModerator, async (ctx, viewer, { params, body }) => {
    await people.changeModerator(ctx, viewer, { ...params, ...body });
    return { message: body.isModerator ? 'They are a moderator now.' : 'They are no longer a moderator.' };
  });
  bindWithPassword(api, calls.exportPerson, (ctx, viewer, { params, body }) =>
    people.exportPerson(ctx, viewer, { ...params, ...body }),
  );
  bindWithPassword(api, calls.deletePerson, async (ctx, viewer, { params, body }) => {
    const due = await people.deletePerson(ctx, viewer, { ...params, ...body });
    return {
      message: `The account will be deleted in ${graceDays} days.`,
      deletionDueAt: due.toISOString(),
    };
  });
  bind(api, calls.getStorage, async (ctx) => ({ data: await measureStorage(ctx) }));
  bind(api, calls.listOutsideRequests, async (ctx) => ({ data: await outsideRequests(ctx) }));
}
