import { defineModule } from '../../platform/module.ts';
import { counters, eraseReactions, personalPart } from './reactions.queries.ts';
import { reactionRoutes } from './reactions.routes.ts';

export const reactions = defineModule({
  name: 'reactions',
  routes: reactionRoutes,
  personalData: personalPart,
  counters,
  erasures: [eraseReactions],
});

export { reactionAdded } from './reactions.events.ts';
