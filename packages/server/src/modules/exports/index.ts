import { defineModule } from '../../platform/module.ts';
import { exportRoutes } from './exports.routes.ts';

export const exports = defineModule({
  name: 'exports',
  routes: exportRoutes,
});

export { coverOf } from './cover.ts';
export { xmlAttribute, xmlDeclaration, xmlText } from './xml.ts';
