export { personalPart as reactionsPersonalPart } from './personal-data.queries.ts';
export { reactionRoutes } from './reactions.routes.ts';
