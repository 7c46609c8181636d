export { counters as ratingsCounters } from './counters.queries.ts';
export { personalPart as ratingsPersonalPart } from './personal-data.queries.ts';
export { ratingRoutes } from './ratings.routes.ts';
