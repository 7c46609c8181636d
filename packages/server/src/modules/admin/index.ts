import { defineModule } from '../../platform/module.ts';
import { handleTakedownEmails } from './takedowns.service.ts';

export const admin = defineModule({
  name: 'admin',
  jobs: [handleTakedownEmails],
});

export { auditCounters, type WrongCounter } from './counter-audit.queries.ts';
export { listTakedowns, type TakenDownText } from './takedowns.queries.ts';
export { reinstate, takeDown } from './takedowns.service.ts';
