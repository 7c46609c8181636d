import * as calls from '@inkling/contract/measures';
import { notFound } from '../../platform/app-error.ts';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId, withIdAndBody } from '../../platform/http/handlers.ts';
import { reinstate, takeDown } from './command-line.ts';
import { listTakedowns } from './measures.queries.ts';
import * as measures from './measures.service.ts';

export function measureRoutes(api: Api): void {
  bind(api, calls.getAccountState, data(measures.getAccountState));
  bind(api, calls.appealMeasure, async (ctx, viewer, { params, body }) => ({
    data: await measures.appealMeasure(ctx, viewer, params.id, body.text),
  }));
  bind(api, calls.listMeasures, (ctx, viewer, { query }) => measures.listMeasures(ctx, viewer, query));
  bind(api, calls.listLog, (ctx, _viewer, { query }) => measures.listLog(ctx, query));
  bind(api, calls.listTakedowns, async (ctx, viewer, { query }) => {
    const only = { ofOthers: !viewer.isAdmin, max: calls.maxTakedowns, text: query.text };
    return {
      data: (await listTakedowns(ctx.db, only)).map((text) => ({
        _id: text.id,
        kind: text.kind,
        title: text.title,
        story: { _id: text.storyId, title: text.storyTitle },
        author: text.author,
        since: text.takenDownAt.toISOString(),
        reason: text.reason,
      })),
    };
  });
  bind(api, calls.takeDownText, async (ctx, viewer, { params, body }) => {
    if ((await takeDown(ctx, params.id, body.reason, viewer)) === undefined)
      throw notFound('Story or chapter');
    return { message: 'It is taken down.' };
  });
  bind(api, calls.reinstateText, async (ctx, viewer, { params }) => {
    if ((await reinstate(ctx, params.id, viewer)) === undefined) throw notFound('Story or chapter');
    return { message: 'It is no longer taken down.' };
  });
  bind(api, calls.liftMeasure, data(withId(measures.liftMeasure)));
  bind(api, calls.respondToAppeal, data(withIdAndBody(measures.respondToAppeal)));
}
