import { defineModule } from '../../platform/module.ts';
import { scheduleEreaderEmail } from './ereader-email.jobs.ts';
import { personalPart, stop } from './ereader-email.queries.ts';
import { ereaderEmailRoutes } from './ereader-email.routes.ts';

/** Stories as emails to e-readers (docs/product/ereader-email.md). */
export const ereaderEmail = defineModule({
  name: 'ereader-email',
  routes: ereaderEmailRoutes,
  jobs: [scheduleEreaderEmail],
  personalData: personalPart,
});

export { stop as stopEreaderEmail };
