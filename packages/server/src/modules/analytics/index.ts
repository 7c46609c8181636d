import { defineModule } from '../../platform/module.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import './analytics.table.ts';
import { countReadersOften } from './retention.jobs.ts';

export const analytics = defineModule({
  name: 'analytics',
  routes: analyticsRoutes,
  jobs: [countReadersOften],
});
