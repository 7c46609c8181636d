import { defineModule } from '../../platform/module.ts';
import { handleRecounts, sweepAccounts } from './account.jobs.ts';
import { accountRoutes } from './account.routes.ts';
import { handleAccountEmails, planEmailListener } from './account-emails.ts';
import { personalPart } from './personal-data.queries.ts';

export const account = defineModule({
  name: 'account',
  routes: accountRoutes,
  listeners: [planEmailListener],
  jobs: [handleAccountEmails, handleRecounts, sweepAccounts],
  personalData: personalPart,
});

export { findRecipient, recordDelivery } from './account.queries.ts';
export { bindWithPassword } from './account.routes.ts';
export { register } from './account.service.ts';
export { recipientName, salutation } from './email-templates.ts';
export { lockAccount } from './email-tokens.queries.ts';
export { authenticate, browserOf, filterActive, noteWritten } from './sessions.service.ts';
export { deleteAccount } from './withheld-accounts.ts';
