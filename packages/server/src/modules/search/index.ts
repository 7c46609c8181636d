import { defineModule } from '../../platform/module.ts';
import { personalPart } from './history.queries.ts';
import { handleIndexJobs, sweepNightly } from './search.listeners.ts';
import { searchListener } from './search.listeners.ts';
import { searchRoutes } from './search.routes.ts';
import { updateTrendingRegularly } from './history.service.ts';

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
