export { accountRoutes } from './account.routes.ts';
export { register } from './account.service.ts';
export { suspend, unsuspend } from './suspension.ts';
export { authenticate } from './tokens.ts';
