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

export {
  deleteTokens as endSessions,
  findRecipient,
  recordDelivery,
  type ViewerRow,
  viewerColumns,
} from './account.queries.ts';
export { bindWithPassword } from './account.routes.ts';
export { register } from './account.service.ts';
export { sendAccountEmail } from './account-emails.ts';
export { recipientName, salutation } from './email-templates.ts';
export { lockAccount } from './email-tokens.queries.ts';
export { emailKey } from './email-tokens.ts';
export { deviceAttempt, recordFailedAttempt } from './login-limits.ts';
export { lockCurrentAccount, reauthenticate } from './passwords.ts';
export {
  authenticate,
  browserOf,
  filterActive,
  listSessions,
  noteWritten,
  presentViewer,
} from './sessions.service.ts';
export {
  createInvitation,
  decideRequest,
  invitationUrl,
  listInvitations,
  listRequests,
  revokeInvitation,
} from './signups.service.ts';
export { deleteAccount, deletionDue, requestDeletion } from './withheld-accounts.ts';
