import { defineModule } from '../../platform/module.ts';
import { sharingRoutes } from './sharing.routes.ts';

export const sharing = defineModule({
  name: 'sharing',
  routes: sharingRoutes,
});

export { publicChapterRevision } from './sharing.queries.ts';
export { quoteLimit, readForVisitors, type SharedPassage } from './sharing.service.ts';
