import { defineModule } from '../../platform/module.ts';
import { ereaderSyncRoutes } from './ereader-sync.routes.ts';
import { personalPart } from './personal-data.queries.ts';

/** KOReader's progress sync: places move between e-readers and the site (docs/product/ereader-sync.md). */
export const ereaderSync = defineModule({
  name: 'ereader-sync',
  routes: ereaderSyncRoutes,
  personalData: personalPart,
});
