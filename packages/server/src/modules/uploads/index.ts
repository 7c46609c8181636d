export { ownsImage } from './uploads.queries.ts';
export { uploadRoutes } from './uploads.routes.ts';
export { dropImage, keepImage } from './uploads.service.ts';
