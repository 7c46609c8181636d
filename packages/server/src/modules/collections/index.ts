export { isSharedCollection } from './collections.policy.queries.ts';
export { collectionRoutes } from './collections.routes.ts';
export { personalPart as collectionsPersonalPart } from './personal-data.queries.ts';
