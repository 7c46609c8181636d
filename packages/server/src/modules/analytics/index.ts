import { defineModule } from '../../platform/module.ts';
import { runAnalyticsJobs } from './analytics.jobs.ts';
import { analyticsListener } from './analytics.listeners.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { groupReadersHourly } from './groups-job.ts';
import { personalPart } from './personal-data.queries.ts';
import { eraseRawRows } from './raw-rows.queries.ts';
import { countReadersOften } from './retention.jobs.ts';

export const analytics = defineModule({
  name: 'analytics',
  routes: analyticsRoutes,
  jobs: [runAnalyticsJobs, groupReadersHourly, countReadersOften],
  listeners: [analyticsListener],
  personalData: personalPart,
  erasures: [eraseRawRows],
});

export { countAnalytics } from './count-analytics.ts';
export { viewPage } from './views.service.ts';
