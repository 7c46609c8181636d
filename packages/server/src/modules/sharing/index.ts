import { defineModule } from '../../platform/module.ts';
import { sharingRoutes } from './sharing.routes.ts';

export const sharing = defineModule({
  name: 'sharing',
  routes: sharingRoutes,
});

export { quoteLimit } from './sharing.service.ts';
export { publicChapterRevision } from './sharing.queries.ts';
export { readForVisitors, type SharedPassage } from './sharing.service.ts';
