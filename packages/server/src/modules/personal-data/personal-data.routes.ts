import { graceDays } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/personal-data';
import { type Api, bind } from '../../platform/http/bind.ts';
import { bindWithPassword, deleteAccount } from '../account/index.ts';
import { stopAll } from './deletion.service.ts';
import { exportPerson } from './export.service.ts';

export function personalDataRoutes(api: Api): void {
  bind(api, calls.exportMyData, exportPerson);
  bindWithPassword(api, calls.deleteMe, async (ctx, viewer, { body }) => {
    const due = await deleteAccount(ctx, viewer, body.password);
    await stopAll(ctx, viewer.id);
    const message = `Your account will be deleted in ${graceDays} days. Sign in before then to keep it.`;
    return { message, deletionDueAt: due.toISOString() };
  });
}
