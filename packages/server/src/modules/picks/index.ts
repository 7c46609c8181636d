export { personalPart as picksPersonalPart } from './personal-data.queries.ts';
export { pickRoutes } from './picks.routes.ts';
export { listPicks, pickStory, removePick } from './picks.service.ts';
