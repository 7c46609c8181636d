export { commentListener } from './comments.listeners.ts';
export { commentRoutes } from './comments.routes.ts';
export { commentSockets } from './comments.socket.ts';
export { counters as commentsCounters } from './counters.queries.ts';
export { personalPart as commentsPersonalPart } from './personal-data.queries.ts';
