import * as calls from '@inkling/contract/reading-sessions';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as figures from './figures.service.ts';
import { trackSession } from './offline.service.ts';
import * as sessions from './reading-sessions.service.ts';

export function readingSessionRoutes(api: Api): void {
  bind(api, calls.startSession, async (ctx, viewer, { body }) => ({
    data: await sessions.startSession(ctx, viewer, body),
  }));
  bind(api, calls.syncSession, async (ctx, viewer, { body }) => ({
    data: await sessions.syncSession(ctx, viewer, body),
  }));
  bind(api, calls.syncTrackedSession, async (ctx, viewer, { body }) => ({
    data: await sessions.syncSession(ctx, viewer, body),
  }));
  bind(api, calls.endSession, async (ctx, viewer, { body }) => ({
    data: await sessions.endSession(ctx, viewer, body),
  }));
  bind(api, calls.trackSession, async (ctx, viewer, { body }) => ({
    data: await trackSession(ctx, viewer, body),
  }));
  bind(api, calls.getSessionStats, async (ctx, viewer, { query }) => ({
    data: await figures.getStats(ctx, viewer, query),
  }));
  bind(api, calls.getAverageTime, async (ctx, viewer, { params, query }) => ({
    data: await figures.getAverageTime(ctx, viewer, params.storyId, query.chapterId),
  }));
  bind(api, calls.listStorySessions, (ctx, viewer, { params, query }) =>
    figures.listStorySessions(ctx, viewer, params.storyId, query),
  );
  bind(api, calls.getQualityMetrics, async (ctx, viewer) => ({
    data: { qualityMetrics: await figures.getQualityMetrics(ctx, viewer) },
  }));
}
