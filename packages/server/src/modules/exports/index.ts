import { defineModule } from '../../platform/module.ts';
import { exportRoutes } from './exports.routes.ts';

export const exports = defineModule({
  name: 'exports',
  routes: exportRoutes,
});

export { requireClient } from './render-queue.ts';
