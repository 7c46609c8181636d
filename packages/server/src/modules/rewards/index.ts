import { defineModule } from '../../platform/module.ts';
import { counters } from './ledger.queries.ts';
import { rewardListener } from './rewards.listeners.ts';
import { personalPart } from './rewards.queries.ts';
import { rewardRoutes } from './rewards.routes.ts';

export const rewards = defineModule({
  name: 'rewards',
  routes: rewardRoutes,
  listeners: [rewardListener],
  personalData: personalPart,
  counters,
});

export type { CountedAction } from './actions.queries.ts';
export { type Balance, correct, findBalance, type Payment, pay, spend } from './ledger.queries.ts';
export { actionCounted } from './rewards.events.ts';
export { publishEarned } from './rewards.listeners.ts';
export { lockEarners } from './rewards.queries.ts';
export { claimDailyReward, lockEarner, lockEarning, refuseHidden } from './rewards.service.ts';
