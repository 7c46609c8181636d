import * as calls from '@inkling/contract/reports';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as queue from './queue.service.ts';
import * as reports from './reports.service.ts';

export function reportRoutes(api: Api): void {
  bind(api, calls.report, async (ctx, viewer, { body }) => ({
    data: await reports.report(ctx, viewer, body),
  }));
  bind(api, calls.listMyReports, (ctx, viewer, { query }) => reports.listMine(ctx, viewer, query));
  bind(api, calls.listQueue, (ctx, viewer, { query }) => queue.listQueue(ctx, viewer, null, query));
  bind(api, calls.listCommunityQueue, (ctx, viewer, { params, query }) =>
    queue.listQueue(ctx, viewer, params.id, query),
  );
  bind(api, calls.getQueueEntry, async (ctx, viewer, { params }) => ({
    data: await queue.readEntry(ctx, viewer, params.id),
  }));
  bind(api, calls.takeQueueEntry, async (ctx, viewer, { params, body }) => ({
    data: await queue.takeEntry(ctx, viewer, params.id, body.anyway),
  }));
  bind(api, calls.releaseQueueEntry, async (ctx, viewer, { params }) => ({
    data: await queue.releaseEntry(ctx, viewer, params.id),
  }));
  bind(api, calls.addQueueNote, async (ctx, viewer, { params, body }) => ({
    data: await queue.addNote(ctx, viewer, params.id, body),
  }));
  bind(api, calls.decideQueueEntry, async (ctx, viewer, { params, body }) => ({
    data: await queue.decide(ctx, viewer, params.id, body),
  }));
}
