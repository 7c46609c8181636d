import type { PaidPlan, PlanRight, Subscription, SubscriptionStatus } from '@inkling/contract/plans';
import type { Generated } from 'kysely';

/** What a notice is about: time was paid, could not be, or ends and will not renew. */
export type PlanNoticeKind = 'paid' | 'failed' | 'ending';

export interface SubscriptionsTable {
  person_id: string;
  id: string;
  plan: PaidPlan;
  status: SubscriptionStatus;
  /** In minor units of the currency. */
  price: number;
  currency: string;
  period: 'month' | 'year';
  provider: Subscription['provider'];
  is_test: boolean;
  provider_id: string | null;
  customer_id: string | null;
  checkout_id: string | null;
  checkout_url: string | null;
  created_at: Date;
  started_at: Date | null;
  /** The end of the time that is paid. */
  paid_until: Date | null;
  /** Whether it is paid again then. */
  renews: boolean;
  cancel_reason: string | null;
  cancelling_since: Date | null;
  ended_at: Date | null;
  /** Raised with each answer of the provider that is written. */
  revision: number;
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    subscriptions: SubscriptionsTable;
    entitlements: { person_id: string; right_name: PlanRight; source: string; until: Date | null };
    plan_notices: {
      person_id: string;
      id: Generated<string>;
      subscription_id: string;
      about: PlanNoticeKind;
      until: Date;
      plan: PaidPlan;
      price: number;
      currency: string;
      period: 'month' | 'year';
      is_renewal: boolean;
    };
    provider_events: { provider: Subscription['provider']; event_id: string; received_at: Date };
    story_starts: { person_id: string; month: string; started: number };
  }
}
