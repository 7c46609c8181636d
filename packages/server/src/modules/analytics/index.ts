import { defineModule } from '../../platform/module.ts';
import { analyticsJobs } from './analytics.jobs.ts';
import { analyticsListener } from './analytics.listeners.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { personalPart } from './personal-data.queries.ts';
import { eraseRawRows } from './raw-rows.queries.ts';

export const analytics = defineModule({
  name: 'analytics',
  routes: analyticsRoutes,
  jobs: analyticsJobs,
  listeners: [analyticsListener],
  personalData: personalPart,
  erasures: [eraseRawRows],
});

export { countAllReaders } from './analytics.jobs.ts';
export { viewPage } from './views.service.ts';
