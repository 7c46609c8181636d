export { findRecipient } from './account.queries.ts';
export { accountRoutes } from './account.routes.ts';
export { register } from './account.service.ts';
export { hello, nameOn } from './greeting.ts';
export { leave } from './leaving.service.ts';
export { holdAccount } from './links.queries.ts';
export { personalPart as accountPersonalPart } from './personal-data.queries.ts';
export { suspend, unsuspend } from './suspension.ts';
export { authenticate, stillCount } from './tokens.ts';
