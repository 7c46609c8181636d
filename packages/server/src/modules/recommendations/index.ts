export { refreshGenreRankings, refreshNeighbours } from './recommendation-jobs.ts';
export { recommendationRoutes } from './recommendations.routes.ts';
export { presentShelves } from './recommendations.service.ts';
export { poolsOf } from './shelf-pools.ts';
