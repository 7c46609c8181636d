export { counters as reactionsCounters } from './counters.queries.ts';
export { personalPart as reactionsPersonalPart } from './personal-data.queries.ts';
export { reactionRoutes } from './reactions.routes.ts';
