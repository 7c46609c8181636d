import { planLimits } from '@inkling/contract/limits';
import { type PlanRight, planRight } from '@inkling/contract/plans';
import { AppError } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { listRights } from './entitlements.queries.ts';
import { monthsAfter } from './plan-catalogue.ts';
import { addStart, hasStarted } from './subscriptions.queries.ts';

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

type Author = Pick<Viewer, 'id' | 'timeZone'>;

/** The first day of the month that it is for a person. */
const monthOf = (author: Author, now: Date): string => `${dayIn(author.timeZone, now).slice(0, 7)}-01`;

const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

function limitReached(month: string): AppError {
  const next = date.format(monthsAfter(new Date(month), 1));
  return new AppError(
    'PLAN_LIMIT',
    `You’ve started ${planLimits.storiesPerMonth} stories this month, the most that Basic allows. You can start another on ${next}, or right away with Pro. Nothing you’ve typed is lost.`,
  );
}

/**
 * Counts a story that an author starts, in the transaction that creates it; throws PLAN_LIMIT for one too many on Basic
 * (docs/product/plans.md#stories).
 */
export async function countStoryStart(tx: Db, ctx: AppContext, author: Author): Promise<void> {
  const month = monthOf(author, ctx.clock.now());
  if (await addStart(tx, author.id, month, planLimits.storiesPerMonth)) return;
  if (!(await hasRight(tx, ctx, author.id, 'unlimitedStories'))) throw limitReached(month);
  await addStart(tx, author.id, month, null);
}

/** Throws PLAN_LIMIT if `countStoryStart` would, for work that should not begin in vain. */
export async function requireStoryStart(db: Db, ctx: AppContext, author: Author): Promise<void> {
  const month = monthOf(author, ctx.clock.now());
  if (!(await hasStarted(db, author.id, month, planLimits.storiesPerMonth))) return;
  if (!(await hasRight(db, ctx, author.id, 'unlimitedStories'))) throw limitReached(month);
}
