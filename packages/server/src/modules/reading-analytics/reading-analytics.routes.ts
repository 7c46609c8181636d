import * as calls from '@inkling/contract/reading-analytics';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withBody, withQuery } from '../../platform/http/handlers.ts';
import * as service from './reading-analytics.service.ts';

export function readingAnalyticsRoutes(api: Api): void {
  bind(api, calls.getReaderAnalytics, data(service.getReaderAnalytics));
  bind(api, calls.getReadingInsights, data(service.getReadingInsights));
  bind(api, calls.getReadingRange, data(withQuery(service.getReadingRange)));
  bind(api, calls.exportReadingDays, service.exportReadingDays);
  bind(api, calls.setReadingGoal, data(withBody(service.setReadingGoal)));
  bind(api, calls.eraseReadingTimes, message('Erased.', service.eraseReadingTimes));
}
