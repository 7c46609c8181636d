import { defineModule } from '../../platform/module.ts';
import { adminRoutes } from './admin.routes.ts';
import { handleMeasureEmails } from './measure-emails.ts';

export const admin = defineModule({
  name: 'admin',
  routes: adminRoutes,
  jobs: [handleMeasureEmails],
});

export { auditCounters, type WrongCounter } from './counter-audit.queries.ts';
export { cancelJob, listFailedJobs, retryJob } from './jobs.service.ts';
export { deleteByOperator, endSessionsByOperator } from './people.service.ts';
