export { exportRoutes } from './exports.routes.ts';
export { requireClient } from './render-queue.ts';
