export { annotationListener } from './annotations.listeners.ts';
export { annotationRoutes } from './annotations.routes.ts';
export { counters as annotationsCounters } from './counters.queries.ts';
export { personalPart as annotationsPersonalPart } from './personal-data.queries.ts';
