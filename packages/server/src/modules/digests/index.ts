import { defineModule } from '../../platform/module.ts';
import { scheduleDigests } from './digests.jobs.ts';
import { digestRoutes } from './digests.routes.ts';
import { personalPart } from './digests.queries.ts';

export const digests = defineModule({
  name: 'digests',
  routes: digestRoutes,
  jobs: [scheduleDigests],
  personalData: personalPart,
});
