export { annotationListener } from './annotations.listeners.ts';
export { annotationRoutes } from './annotations.routes.ts';
export { personalPart as annotationsPersonalPart } from './personal-data.queries.ts';
