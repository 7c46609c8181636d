import { defineModule } from '../../platform/module.ts';
import { scheduleDeletions } from './deletion.service.ts';
import { personalDataRoutes } from './personal-data.routes.ts';

export const personalData = defineModule({
  name: 'personal-data',
  routes: personalDataRoutes,
  jobs: [scheduleDeletions],
});

export { stopAll } from './deletion.service.ts';
export { exportPerson } from './export.service.ts';
