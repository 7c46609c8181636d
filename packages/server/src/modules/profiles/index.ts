import { defineModule } from '../../platform/module.ts';
import { profilePage } from './profiles.queries.ts';
import { profileRoutes } from './profiles.routes.ts';

export const profiles = defineModule({
  name: 'profiles',
  routes: profileRoutes,
  pages: [profilePage],
});
