import { defineModule } from '../../platform/module.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import './analytics.table.ts';

export const analytics = defineModule({
  name: 'analytics',
  routes: analyticsRoutes,
});
