import { defineModule } from '../../platform/module.ts';
import { personalPart } from './personal-data.queries.ts';
import { planRoutes } from './plans.routes.ts';
import { compareSubscriptionsNightly, updateDueSubscriptions } from './subscription-jobs.ts';

export const plans = defineModule({
  name: 'plans',
  routes: planRoutes,
  jobs: [updateDueSubscriptions, compareSubscriptionsNightly],
  personalData: personalPart,
});

export { holdsRight, listPayingTwice } from './entitlements.queries.ts';
export { givePlan, listPlanHolders, takeBackPlan } from './gifts.service.ts';
export { plansState } from './plan-catalogue.ts';
export { findNotice, type PlanNotice, planNoticeJson } from './plan-notices.queries.ts';
export { planNoticeText } from './plan-notices.ts';
export { planNoticed } from './plans.events.ts';
export { countStoryStart, hasRight, requireRight, requireStoryStart } from './rights.ts';
export { listUnowned } from './subscription-jobs.ts';
