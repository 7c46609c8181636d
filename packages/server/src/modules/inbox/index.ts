import { defineModule } from '../../platform/module.ts';
import { inboxRoutes } from './inbox.routes.ts';

export const inbox = defineModule({ name: 'inbox', routes: inboxRoutes });
