import { defineModule } from '../../platform/module.ts';
import { eraseFixes, personalPart } from './fixes.queries.ts';
import { fixRoutes } from './fixes.routes.ts';

export { replaceIn } from './apply-fixes.ts';
export { fixApplied, fixSuggested } from './fixes.events.ts';
export { findText } from './fixes.queries.ts';

export const fixes = defineModule({
  name: 'fixes',
  routes: fixRoutes,
  personalData: personalPart,
  erasures: [eraseFixes],
});
