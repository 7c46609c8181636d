import { defineModule } from '../../platform/module.ts';
import { feedRoutes } from './feeds.routes.ts';
import { personalPart } from './personal-data.queries.ts';

export const feeds = defineModule({
  name: 'feeds',
  routes: feedRoutes,
  personalData: personalPart,
});
