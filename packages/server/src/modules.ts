import { accountRoutes } from './modules/account/index.ts';
import type { Api } from './platform/http/bind.ts';

/** Every capability's calls, in the order of the house: one may use only those above it. */
export const modules: ((api: Api) => void)[] = [accountRoutes];
