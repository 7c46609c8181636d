import { defineModule } from '../../platform/module.ts';
import { adminRoutes } from './admin.routes.ts';
import { handleMeasureEmails } from './measure-emails.ts';
import { measureNightly } from './storage.service.ts';

export const admin = defineModule({
  name: 'admin',
  routes: adminRoutes,
  jobs: [handleMeasureEmails, measureNightly],
});

export { auditCounters, type WrongCounter } from './counter-audit.queries.ts';
export { cancelJob, listFailedJobs, retryJob } from './jobs.service.ts';
export { changeModeratorByOperator, deleteByOperator, endSessionsByOperator } from './people.service.ts';
export { measureStorage } from './storage.service.ts';
