import { defineModule } from '../../platform/module.ts';
import { personalPart } from './history.queries.ts';
import { updateTrendingRegularly } from './history.service.ts';
import { handleIndexJobs, searchListener, sweepNightly } from './search.listeners.ts';
import { searchRoutes } from './search.routes.ts';

export const search = defineModule({
  name: 'search',
  routes: searchRoutes,
  jobs: [updateTrendingRegularly, handleIndexJobs, sweepNightly],
  listeners: [searchListener],
  personalData: personalPart,
});

export { indexAll } from './indexer.ts';
export { countOutdated, markAllOutdated } from './outdated.queries.ts';
export { sendSweep } from './search.listeners.ts';
export { searchStories } from './search.service.ts';
