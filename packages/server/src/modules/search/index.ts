export { indexAll } from './indexer.ts';
export { personalPart as searchPersonalPart } from './personal-data.queries.ts';
export { queueAll } from './queue.queries.ts';
export { searchRoutes } from './search.routes.ts';
