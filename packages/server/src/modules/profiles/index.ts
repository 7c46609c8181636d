import { defineModule } from '../../platform/module.ts';
import { profileRoutes } from './profiles.routes.ts';

export const profiles = defineModule({
  name: 'profiles',
  routes: profileRoutes,
});
