import { defineModule } from '../../platform/module.ts';
import { scheduleDigests } from './digests.jobs.ts';
import { personalPart } from './digests.queries.ts';
import { digestRoutes } from './digests.routes.ts';

export const digests = defineModule({
  name: 'digests',
  routes: digestRoutes,
  jobs: [scheduleDigests],
  personalData: personalPart,
});
