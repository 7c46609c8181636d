import { defineModule } from '../../platform/module.ts';
import { digestJobs } from './digests.jobs.ts';
import { personalPart } from './digests.queries.ts';
import { digestRoutes } from './digests.routes.ts';

export const digests = defineModule({
  name: 'digests',
  routes: digestRoutes,
  jobs: digestJobs,
  personalData: personalPart,
});
