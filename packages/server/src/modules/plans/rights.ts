import { type PlanRight, planRight } from '@inkling/contract/plans';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { listRights } from './entitlements.queries.ts';

type Site = Pick<AppContext, 'config' | 'clock'>;

/**
 * What a person may do: the union of what a subscription and gifts give them now; everything on a site without plans
 * (docs/product/plans.md#rights). Every question about rights ends here.
 */
export const rightsOf = async (db: Db, { config, clock }: Site, personId: string): Promise<PlanRight[]> =>
  config.PLANS ? listRights(db, personId, clock.now()) : planRight.options;

export const hasRight = async (db: Db, site: Site, personId: string, right: PlanRight): Promise<boolean> =>
  (await rightsOf(db, site, personId)).includes(right);

/** What a person without the right reads. */
const offers: Record<PlanRight, string> = {
  unlimitedStories: 'Unlimited stories are part of Pro and Premium.',
  assistant: 'The writing assistant is part of Pro and Premium.',
  advancedAnalytics: 'Advanced analytics are part of Pro and Premium.',
  exclusiveChapters: 'Exclusive chapters are part of Premium.',
  prioritySupport: 'Priority support is part of Premium.',
};

/** Throws PLAN_REQUIRED with what to do unless the person has the right. */
export async function requireRight(db: Db, site: Site, personId: string, right: PlanRight): Promise<void> {
  if (await hasRight(db, site, personId, right)) return;
  throw new AppError('PLAN_REQUIRED', `${offers[right]} Choose a plan in the store.`);
}
