import type { Subscription } from '@inkling/contract/plans';
import { presentPlan } from './plan-catalogue.ts';
import type { SubscriptionRow } from './plan-provider.ts';

/** A subscription as its owner sees it now; one whose time is over has ended, even if no job has noted it yet. */
export function presentSubscription(row: SubscriptionRow, now: Date): Subscription {
  const { status, started_at, paid_until, renews } = row;
  // At Stripe one pays on the portal after a failed payment; the checkout is closed.
  const hasCheckout = status === 'pending' || (status === 'past_due' && row.provider === 'sandbox');
  const isEnded = row.ended_at !== null || (paid_until !== null && !renews && paid_until <= now);
  return {
    _id: row.id,
    plan: presentPlan(row.plan, row),
    status: isEnded ? 'cancelled' : status,
    startDate: started_at?.toISOString() ?? null,
    endDate: paid_until?.toISOString() ?? null,
    cancelAtPeriodEnd: !renews,
    isEnded,
    isCancelling: row.cancelling_since !== null,
    provider: row.provider,
    isTest: row.is_test,
    checkoutUrl: hasCheckout ? row.checkout_url : null,
  };
}
