import { defineModule } from '../../platform/module.ts';
import { counters } from './counters.queries.ts';
import { personalPart } from './personal-data.queries.ts';
import { eraseReactions } from './reactions.queries.ts';
import { reactionRoutes } from './reactions.routes.ts';

export const reactions = defineModule({
  name: 'reactions',
  routes: reactionRoutes,
  personalData: personalPart,
  counters,
  erasures: [eraseReactions],
});

export { reactionAdded } from './reactions.events.ts';
