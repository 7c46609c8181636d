import { defineModule } from '../../platform/module.ts';
import { personalPart } from './blocks.queries.ts';
import { blockRoutes } from './blocks.routes.ts';

// Who is hidden from whom is decided in `users` (hidden-people.queries.ts), since earlier modules ask it, too.
export const blocks = defineModule({
  name: 'blocks',
  routes: blockRoutes,
  personalData: personalPart,
});

export { findBlockState } from './blocks.queries.ts';
