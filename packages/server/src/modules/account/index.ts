export { findRecipient } from './account.queries.ts';
export { accountRoutes } from './account.routes.ts';
export { register } from './account.service.ts';
export { deleteAccount as leave } from './delete-account.service.ts';
export { lockAccount as holdAccount } from './email-tokens.queries.ts';
export { personalPart as accountPersonalPart } from './personal-data.queries.ts';
export { recipientName as nameOn, salutation as hello } from './salutation.ts';
export { suspend, unsuspend } from './suspension.ts';
export { authenticate, filterActive as stillCount } from './tokens.ts';
