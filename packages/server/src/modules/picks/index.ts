import { defineModule } from '../../platform/module.ts';
import { personalPart } from './picks.queries.ts';
import { pickRoutes } from './picks.routes.ts';

export const picks = defineModule({
  name: 'picks',
  routes: pickRoutes,
  personalData: personalPart,
});

export { listPicks, pickStory, removePick } from './picks.service.ts';
