import * as calls from '@inkling/contract/revisions';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId } from '../../platform/http/handlers.ts';
import * as revisions from './revisions.service.ts';

export function revisionRoutes(api: Api): void {
  bind(api, calls.getRevision, data(withId(revisions.getRevision)));
  bind(api, calls.getRevisionSettings, data(withId(revisions.getSettings)));
  bind(api, calls.setRevisionSettings, async (ctx, viewer, { params, body }) => ({
    data: await revisions.setShown(ctx, viewer, params.id, body.isShown),
  }));
  bind(api, calls.setRevisionNote, async (ctx, viewer, { params, body }) => ({
    data: await revisions.setNote(ctx, viewer, params.id, body.note),
  }));
}
