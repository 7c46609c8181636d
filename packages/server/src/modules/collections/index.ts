import { defineModule } from '../../platform/module.ts';
import { counters } from './collection-order.queries.ts';
import { collectionPage, personalPart, reportableCollection } from './collections.queries.ts';
import { collectionRoutes } from './collections.routes.ts';

export const collections = defineModule({
  name: 'collections',
  routes: collectionRoutes,
  personalData: personalPart,
  counters,
  reportable: [reportableCollection],
  pages: [collectionPage],
});

export { listMine, listSaved } from './collection-lists.ts';
export { findCollected } from './collection-page.ts';
export { isExcluded, isListedCollection } from './collections.policy.queries.ts';
export { importCollections } from './collections.service.ts';
