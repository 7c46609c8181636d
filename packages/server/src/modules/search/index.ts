import { defineModule } from '../../platform/module.ts';
import { sweepWordsNightly } from './index-worker.ts';
import { personalPart } from './personal-data.queries.ts';
import { searchRoutes } from './search.routes.ts';
import { updateTrendingRegularly } from './trending.ts';

export const search = defineModule({
  name: 'search',
  routes: searchRoutes,
  jobs: [updateTrendingRegularly, sweepWordsNightly],
  personalData: personalPart,
});

export { indexAll } from './indexer.ts';
export { countEntries as countTextsToIndex, queueAll } from './queue.queries.ts';
