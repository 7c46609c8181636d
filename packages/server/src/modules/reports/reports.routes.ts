import * as calls from '@inkling/contract/reports';
import { type Api, bind } from '../../platform/http/bind.ts';
import {
  data,
  withBody,
  withId,
  withIdAndBody,
  withIdAndQuery,
  withQuery,
} from '../../platform/http/handlers.ts';
import * as queue from './queue.service.ts';
import * as reports from './reports.service.ts';

export function reportRoutes(api: Api): void {
  bind(api, calls.report, data(withBody(reports.report)));
  bind(api, calls.listMyReports, withQuery(reports.listMine));
  bind(api, calls.listQueue, (ctx, viewer, { query }) => queue.listQueue(ctx, viewer, null, query));
  bind(api, calls.listCommunityQueue, withIdAndQuery(queue.listQueue));
  bind(api, calls.getQueueEntry, data(withId(queue.readEntry)));
  bind(api, calls.takeQueueEntry, async (ctx, viewer, { params, body }) => ({
    data: await queue.takeEntry(ctx, viewer, params.id, body.anyway),
  }));
  bind(api, calls.releaseQueueEntry, data(withId(queue.releaseEntry)));
  bind(api, calls.addQueueNote, data(withIdAndBody(queue.addNote)));
  bind(api, calls.decideQueueEntry, data(withIdAndBody(queue.decide)));
}
