import { defineModule } from '../../platform/module.ts';
import { revisionRoutes } from './revisions.routes.ts';

export const revisions = defineModule({ name: 'revisions', routes: revisionRoutes });
