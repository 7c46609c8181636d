import { defineModule } from '../../platform/module.ts';
import { scheduleListener, schedulePublication } from './schedules.listeners.ts';
import { scheduleRoutes } from './schedules.routes.ts';

export const schedules = defineModule({
  name: 'schedules',
  routes: scheduleRoutes,
  jobs: [schedulePublication],
  listeners: [scheduleListener],
});

export { scheduleFailed } from './schedules.events.ts';
