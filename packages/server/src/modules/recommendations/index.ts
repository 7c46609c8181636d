import { defineModule } from '../../platform/module.ts';
import { refreshRecommendationsHourly } from './recommendation-jobs.ts';
import { recommendationRoutes } from './recommendations.routes.ts';

export const recommendations = defineModule({
  name: 'recommendations',
  routes: recommendationRoutes,
  jobs: [refreshRecommendationsHourly],
});

export { refreshGenreRankings, refreshNeighbours } from './recommendation-jobs.ts';
export { poolsOf, presentShelves } from './recommendations.service.ts';
