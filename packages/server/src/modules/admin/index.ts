import { defineModule } from '../../platform/module.ts';
import { handleMeasureEmails } from './measure-emails.ts';

export const admin = defineModule({
  name: 'admin',
  jobs: [handleMeasureEmails],
});

export { auditCounters, type WrongCounter } from './counter-audit.queries.ts';
