export { trashRoutes } from './trash.routes.ts';
export { alsoErase } from './trash-sweep.ts';
