import { defineModule } from '../../platform/module.ts';
import { recommendationJobs } from './recommendation-jobs.ts';
import { recommendationRoutes } from './recommendations.routes.ts';

export const recommendations = defineModule({
  name: 'recommendations',
  routes: recommendationRoutes,
  jobs: recommendationJobs,
});

export { refreshGenreRankings, refreshNeighbours } from './recommendation-jobs.ts';
export { poolsOf, presentShelves } from './recommendations.service.ts';
