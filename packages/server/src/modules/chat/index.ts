export { chatRoutes } from './chat.routes.ts';
export { chatSockets } from './chat.socket.ts';
export { counters as chatCounters } from './counters.queries.ts';
export { personalPart as chatPersonalPart } from './personal-data.queries.ts';
