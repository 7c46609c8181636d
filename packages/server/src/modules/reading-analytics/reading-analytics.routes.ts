import * as calls from '@inkling/contract/reading-analytics';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as service from './reading-analytics.service.ts';

export function readingAnalyticsRoutes(api: Api): void {
  bind(api, calls.getReaderAnalytics, async (ctx, viewer) => ({
    data: await service.getReaderAnalytics(ctx, viewer),
  }));
  bind(api, calls.getReadingInsights, async (ctx, viewer) => ({
    data: await service.getReadingInsights(ctx, viewer),
  }));
  bind(api, calls.getReadingRange, async (ctx, viewer, { query }) => ({
    data: await service.getReadingRange(ctx, viewer, query),
  }));
  bind(api, calls.exportReadingDays, (ctx, viewer) => service.exportReadingDays(ctx, viewer));
  bind(api, calls.setReadingGoal, async (ctx, viewer, { body }) => ({
    data: await service.setReadingGoal(ctx, viewer, body),
  }));
  bind(api, calls.eraseReadingTimes, async (ctx, viewer) => {
    await service.eraseReadingTimes(ctx, viewer);
    return { message: 'Erased.' };
  });
}
