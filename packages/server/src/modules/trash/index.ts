export { trashRoutes } from './trash.routes.ts';
