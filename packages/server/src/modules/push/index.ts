import { defineModule } from '../../platform/module.ts';
import { personalPart } from './push.queries.ts';
import { pushRoutes } from './push.routes.ts';
import { schedulePushes } from './push-job.ts';

/** Web push: notifications on the devices of people who ask for it (docs/product/push.md). */
export const push = defineModule({
  name: 'push',
  routes: pushRoutes,
  jobs: [schedulePushes],
  personalData: personalPart,
});
