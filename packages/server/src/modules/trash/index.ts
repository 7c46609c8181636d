import { defineModule } from '../../platform/module.ts';
import { trashRoutes } from './trash.routes.ts';
import { sweepTrashNightly } from './trash.service.ts';

export const trash = defineModule({
  name: 'trash',
  routes: trashRoutes,
  jobs: [sweepTrashNightly],
});
