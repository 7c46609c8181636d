import { planLimits } from '@inkling/contract/limits';
import type { PaidPlan, Plan, PlanId, PlanRight, PlansMode } from '@inkling/contract/plans';
import { type Config, decimalsOf } from '../../platform/config.ts';

/** What a plan costs: in minor units of the currency, such as cents. */
export interface Price {
  price: number;
  currency: string;
  period: 'month' | 'year';
}

export interface Offer extends Price {
  plan: PaidPlan;
}

const names: Record<PlanId, string> = { basic: 'Basic', pro: 'Pro', premium: 'Premium' };
export const planName = (plan: PlanId): string => names[plan];

const proRights: readonly PlanRight[] = ['unlimitedStories', 'assistant', 'advancedAnalytics'];

/** What each plan gives beyond Basic (docs/product/plans.md#rights). */
export const rightsOfPlan: Record<PaidPlan, readonly PlanRight[]> = {
  pro: proRights,
  premium: [...proRights, 'exclusiveChapters', 'prioritySupport'],
};

const texts: Record<PlanId, { description: string; features: string[] }> = {
  basic: {
    description: 'Read public stories and write your own.',
    features: [`${planLimits.storiesPerMonth} new stories a month`],
  },
  pro: {
    description: 'For people who write a lot.',
    features: ['Unlimited stories', 'AI writing assistant', 'Advanced analytics'],
  },
  premium: {
    description: 'Everything in Pro, plus chapters only Premium readers can open.',
    features: [
      'Unlimited stories',
      'AI writing assistant',
      'Advanced analytics',
      'Priority support',
      'Exclusive content',
    ],
  },
};

/** An amount as people write it, such as 4.99, in minor units; rounding hides only binary fractions. */
export const minorUnits = (amount: string, currency: string): number =>
  Math.round(Number(amount) * 10 ** decimalsOf(currency));

/** An amount in minor units as a number of units, such as 4.99. */
export const majorUnits = (amount: number, currency: string): number => amount / 10 ** decimalsOf(currency);

/** What the operator asks for a plan today. */
export function offerOf(config: Config, plan: PaidPlan): Offer {
  const { PLAN_CURRENCY: currency, PLAN_PERIOD: period } = config;
  const amount = plan === 'pro' ? config.PLAN_PRO_PRICE : config.PLAN_PREMIUM_PRICE;
  return { plan, price: minorUnits(amount, currency), currency, period };
}

export const presentPlan = (plan: PlanId, { price, currency, period }: Price): Plan => ({
  _id: plan,
  name: planName(plan),
  price: majorUnits(price, currency),
  currency,
  duration: period,
  ...texts[plan],
  isMostPopular: plan === 'pro',
});

/** All plans, the cheapest first; none on a site without plans. */
export function listPlans(config: Config): Plan[] {
  if (!config.PLANS) return [];
  const { PLAN_CURRENCY: currency, PLAN_PERIOD: period } = config;
  return [
    presentPlan('basic', { price: 0, currency, period }),
    ...(['pro', 'premium'] as const).map((plan) => presentPlan(plan, offerOf(config, plan))),
  ];
}

/** Whether money moves, and what the operator should know about that: for the admin page and `inkling doctor`. */
export function plansState({ config }: { config: Config }): { mode: PlansMode; message: string | null } {
  if (!config.PLANS) return { mode: 'off', message: null };
  // The keys of Stripe's test mode have this in common.
  const isLive = config.STRIPE_SECRET_KEY?.includes('_live_') === true;
  if (isLive) return { mode: 'live', message: null };
  return { mode: 'test', message: config.production ? 'Plans are in test mode' : null };
}

const months = { month: 1, year: 12 };

/** The same day and time (UTC) some months later; the last day of a month that is too short. */
export function monthsAfter(from: Date, count: number): Date {
  const at = new Date(from);
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + count);
  const lastDay = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return at;
}

/**
 * The first end of a period after `now`. Periods are counted from the start, so that one that began on January 31 ends on
 * February 28 and then on March 31.
 */
export function nextPeriodEnd(startedAt: Date, period: 'month' | 'year', now: Date): Date {
  const passed =
    (now.getUTCFullYear() - startedAt.getUTCFullYear()) * 12 + now.getUTCMonth() - startedAt.getUTCMonth();
  let count = Math.max(1, Math.floor(passed / months[period]));
  while (monthsAfter(startedAt, count * months[period]) <= now) count += 1;
  return monthsAfter(startedAt, count * months[period]);
}
