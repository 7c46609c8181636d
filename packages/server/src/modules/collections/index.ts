import { defineModule } from '../../platform/module.ts';
import { collectionPage } from './collection-page.queries.ts';
import { reportableCollection } from './collection-reports.queries.ts';
import { collectionRoutes } from './collections.routes.ts';
import { counters } from './counters.queries.ts';
import { personalPart } from './personal-data.queries.ts';

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
