import { defineModule } from '../../platform/module.ts';
import { replacementRoutes } from './replacements.routes.ts';

export const replacements = defineModule({ name: 'replacements', routes: replacementRoutes });
