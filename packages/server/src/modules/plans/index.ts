import { defineModule } from '../../platform/module.ts';
import './plans.table.ts';
import { personalPart } from './personal-data.queries.ts';
import { planRoutes } from './plans.routes.ts';
import { scheduleSubscriptions } from './subscription-jobs.ts';

export const plans = defineModule({
  name: 'plans',
  routes: planRoutes,
  jobs: [scheduleSubscriptions],
  personalData: personalPart,
});

export { holdsRight, listPayingTwice } from './entitlements.queries.ts';
export { givePlan, listPlanHolders, takeBackPlan } from './gifts.service.ts';
export { plansState } from './plan-catalogue.ts';
export { hasRight, requireRight } from './rights.ts';
export { countStoryStart, requireStoryStart } from './story-starts.ts';
export { listUnowned } from './unknown-subscriptions.ts';
