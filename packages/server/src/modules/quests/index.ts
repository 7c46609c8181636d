import { defineModule } from '../../platform/module.ts';
import { settleQuestsHourly } from './quest-rewards.ts';
import { questListener } from './quests.listeners.ts';
import { personalPart } from './quests.queries.ts';
import { questRoutes } from './quests.routes.ts';

export const quests = defineModule({
  name: 'quests',
  routes: questRoutes,
  jobs: [settleQuestsHourly],
  listeners: [questListener],
  personalData: personalPart,
});
