export { isListedCollection, isSharedCollection } from './collections.policy.queries.ts';
export { collectionRoutes } from './collections.routes.ts';
export { counters as collectionsCounters } from './counters.queries.ts';
export { personalPart as collectionsPersonalPart } from './personal-data.queries.ts';
