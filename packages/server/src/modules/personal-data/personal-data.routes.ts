import { graceDays } from '@inkling/contract/limits';
import * as calls from '@inkling/contract/personal-data';
import { type Api, bind } from '../../platform/http/bind.ts';
import { deleteAccount } from '../account/index.ts';
import { scheduleDeletions } from './deletion.service.ts';
import { exportPerson } from './export.service.ts';
import { parts } from './parts.ts';

export function personalDataRoutes(api: Api): void {
  scheduleDeletions(api.ctx);
  bind(api, calls.exportMyData, (ctx, viewer) => exportPerson(ctx, viewer));
  bind(api, calls.deleteMe, async (ctx, viewer, { body }) => {
    const due = await deleteAccount(ctx, viewer, body.password);
    for (const part of parts) await part.stop?.(ctx, viewer.id);
    const message = `Your account will be deleted in ${graceDays} days. Sign in before then to keep it.`;
    return { message, deletionDueAt: due.toISOString() };
  });
}
