export { findRecipient } from './account.queries.ts';
export { accountRoutes } from './account.routes.ts';
export { register } from './account.service.ts';
export { deleteAccount } from './delete-account.service.ts';
export { lockAccount } from './email-tokens.queries.ts';
export { personalPart as accountPersonalPart } from './personal-data.queries.ts';
export { recipientName, salutation } from './salutation.ts';
export { suspend, unsuspend } from './suspension.ts';
export { authenticate, filterActive } from './tokens.ts';
