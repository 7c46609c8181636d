import { defineModule } from '../../platform/module.ts';
import { rewardListener } from './rewards.listeners.ts';

export const rewards = defineModule({
  name: 'rewards',
  listeners: [rewardListener],
});

export { countActions, findEarning } from './actions.queries.ts';
export { type Balance, correct, findBalance, listPaid, type Payment, pay, spend } from './ledger.queries.ts';
export { actionCounted } from './rewards.events.ts';
export { tellEarned } from './rewards.listeners.ts';
export type { CountedAction } from './rewards.table.ts';
