import { defineModule } from '../../platform/module.ts';
import { rankingRoutes } from './rankings.routes.ts';
import { rankStoriesHourly } from './rankings.service.ts';

export const rankings = defineModule({
  name: 'rankings',
  routes: rankingRoutes,
  jobs: [rankStoriesHourly],
});

export { rankStories } from './rankings.service.ts';
