import { defineModule } from '../../platform/module.ts';
import { personalPart } from './store.queries.ts';
import { storeRoutes } from './store.routes.ts';

export const store = defineModule({
  name: 'store',
  routes: storeRoutes,
  personalData: personalPart,
});

export { findWorn } from './store.queries.ts';
export { buyItem, useItem } from './store.service.ts';
