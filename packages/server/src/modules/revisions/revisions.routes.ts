import * as calls from '@inkling/contract/revisions';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as revisions from './revisions.service.ts';

export function revisionRoutes(api: Api): void {
  bind(api, calls.getRevision, async (ctx, viewer, { params }) => ({
    data: await revisions.getRevision(ctx, viewer, params.id),
  }));
  bind(api, calls.getRevisionSettings, async (ctx, viewer, { params }) => ({
    data: await revisions.getSettings(ctx, viewer, params.id),
  }));
  bind(api, calls.setRevisionSettings, async (ctx, viewer, { params, body }) => ({
    data: await revisions.setShown(ctx, viewer, params.id, body.isShown),
  }));
  bind(api, calls.setRevisionNote, async (ctx, viewer, { params, body }) => ({
    data: await revisions.setNote(ctx, viewer, params.id, body.note),
  }));
}
