import { defineModule } from '../../platform/module.ts';
import { collectionPage, reportableCollection, personalPart } from './collections.queries.ts';

import { collectionRoutes } from './collections.routes.ts';
import { counters } from './collection-order.queries.ts';


export const collections = defineModule({
  name: 'collections',
  routes: collectionRoutes,
  personalData: personalPart,
  counters,
  reportable: [reportableCollection],
  pages: [collectionPage],
});

export { isExcluded, isListedCollection } from './collections.policy.queries.ts';
export { importCollections } from './collections.service.ts';
