import * as calls from '@inkling/contract/reading-sessions';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody, withParamAndQuery, withQuery } from '../../platform/http/handlers.ts';
import * as figures from './figures.service.ts';
import { trackSession } from './offline.service.ts';
import * as sessions from './reading-sessions.service.ts';

export function readingSessionRoutes(api: Api): void {
  bind(api, calls.startSession, data(withBody(sessions.startSession)));
  bind(api, calls.syncSession, data(withBody(sessions.syncSession)));
  bind(api, calls.syncTrackedSession, data(withBody(sessions.syncSession)));
  bind(api, calls.endSession, data(withBody(sessions.endSession)));
  bind(api, calls.trackSession, data(withBody(trackSession)));
  bind(api, calls.getSessionStats, data(withQuery(figures.getStats)));
  bind(api, calls.getAverageTime, async (ctx, viewer, { params, query }) => ({
    data: await figures.getAverageTime(ctx, viewer, params.storyId, query.chapterId),
  }));
  bind(api, calls.listStorySessions, withParamAndQuery('storyId', figures.listStorySessions));
  bind(api, calls.getQualityMetrics, async (ctx, viewer) => ({
    data: { qualityMetrics: await figures.getQualityMetrics(ctx, viewer) },
  }));
}
