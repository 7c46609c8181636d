import type { PaidPlan, Subscription } from '@inkling/contract/plans';
import type { Config } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { TableRow } from '../../platform/db/db.ts';
import type { Offer, Price } from './plan-catalogue.ts';
import { sandbox } from './sandbox-provider.ts';
import { stripe } from './stripe-provider.ts';

export type SubscriptionRow = TableRow<'subscriptions'>;

/** A subscription as the provider has it now. Only this is ever written to our rows, never what an event says. */
export interface ProviderSubscription extends Price {
  /** The provider's ids. */
  id: string | null;
  customerId: string | null;
  plan: PaidPlan;
  /**
   * `pending`: nothing is paid yet. `active`: it will be paid again, unless `renews` is false. `past_due`: the last payment
   * failed and is tried again. `cancelled`: it runs until `paidUntil`. `ended`: it gives nothing, since it ended, was never
   * paid, was refunded or is disputed.
   */
  status: Subscription['status'] | 'ended';
  startedAt: Date | null;
  /** The end of the last period that was paid, which is in the past when the payment for the next one has failed. */
  paidUntil: Date | null;
  renews: boolean;
  /** Whether it is unknown that this period was paid: some time passes between its beginning and its payment. */
  isUnsettled?: boolean;
}

/** A payment that a person makes on the provider's page. */
interface Checkout {
  checkoutId: string;
  url: string;
}

/** A subscription that the provider has. */
export interface ListedSubscription {
  /** Ours, which it stores. */
  ids: Pick<SubscriptionRow, 'person_id' | 'id'>;
  providerId: string;
  plan: PaidPlan;
  renews: boolean;
}

interface Order {
  personId: string;
  /** Ours; the provider stores both ids with the subscription, so that its events can be assigned. */
  subscriptionId: string;
  offer: Offer;
  /** What the client sent, after `checkMethod`. */
  paymentMethod: string | undefined;
}

type Known = Readonly<SubscriptionRow>;

/** A subscription for which nothing has been paid yet. */
export const newSubscription = (
  { config, clock }: AppContext,
  provider: PlanProvider,
  ids: Pick<SubscriptionRow, 'person_id' | 'id'>,
  offer: Offer,
): SubscriptionRow => ({
  ...offer,
  ...ids,
  status: 'pending',
  provider: provider.name,
  is_test: provider.isTest(config),
  provider_id: null,
  customer_id: null,
  checkout_id: null,
  checkout_url: null,
  created_at: clock.now(),
  started_at: null,
  paid_until: null,
  renews: true,
  cancel_reason: null,
  cancelling_since: null,
  ended_at: null,
  revision: 0,
});

/**
 * A provider of payments. Its methods may take some seconds: they are called outside of transactions. They throw AppError: PAYMENT_DECLINED if the provider says so, UNAVAILABLE if it does not answer. Each is
 * repeatable: it leads to the same state however often it is called. Those that change something return the state after it.
 */
export interface PlanProvider {
  name: Subscription['provider'];
  /** Whether no money moves. */
  isTest(config: Config): boolean;
  /** Throws BAD_INPUT or PAYMENT_DECLINED for a way to pay that it refuses, before an earlier checkout is closed. */
  checkMethod(paymentMethod: string | undefined): void;
  /** Begins a subscription: a checkout, or the subscription if it is paid already. */
  begin(ctx: AppContext, order: Order): Promise<{ checkout: Checkout } | { paid: ProviderSubscription }>;
  /** Closes a checkout, so that it can no longer be paid. */
  expireCheckout(ctx: AppContext, known: Known): Promise<void>;
  /** All subscriptions of this site that are paid or past due there, some at a time; none where our rows are all there is. */
  list(ctx: AppContext): AsyncIterable<ListedSubscription[]>;
  /** The newest state. */
  find(ctx: AppContext, known: Known): Promise<ProviderSubscription>;
  /** Ends it with the period that is paid; at once if none is. */
  cancel(ctx: AppContext, known: Known): Promise<ProviderSubscription>;
  resume(ctx: AppContext, known: Known): Promise<ProviderSubscription>;
  /** Changes the plan at once, and resumes a cancelled subscription. Settling the difference is the provider's. */
  change(ctx: AppContext, known: Known, offer: Offer): Promise<ProviderSubscription>;
  /** The page where the person changes how they pay; null if there is nothing to change. */
  portal(ctx: AppContext, known: Known): Promise<string | null>;
}

const providers: Record<string, PlanProvider> = { sandbox, stripe };

/** The provider of new subscriptions: Stripe if its key is set. */
export const currentProvider = (config: Config): PlanProvider =>
  config.STRIPE_SECRET_KEY === undefined ? sandbox : stripe;

/** The provider of an existing subscription. */
export function providerOf({ provider }: Known): PlanProvider {
  const found = providers[provider];
  if (found === undefined) throw new Error(`There is no adapter for the provider ${provider}.`);
  return found;
}
