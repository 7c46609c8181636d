import type { PaidPlan } from '@inkling/contract/plans';
import type Stripe from 'stripe';
import { AppError, badInput } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import { type Config, publicUrl } from '../../platform/config.ts';
import type {
  ListedSubscription,
  PlanProvider,
  ProviderSubscription,
  SubscriptionRow,
} from './plan-provider.ts';
import { askStripe, idOf, ownIds } from './stripe-client.ts';

/** What Stripe's states mean here. */
const states: Record<string, ProviderSubscription['status']> = {
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  incomplete: 'pending',
  incomplete_expired: 'ended',
  unpaid: 'ended',
  paused: 'ended',
  canceled: 'ended',
};

const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

const priceIdOf = (config: Config, plan: PaidPlan): string =>
  (plan === 'pro' ? config.STRIPE_PRO_PRICE : config.STRIPE_PREMIUM_PRICE) ?? '';

/** The plan of a price; subscriptions with a price of before have the plan that we know. */
function planOf(config: Config, priceId: string | undefined, known: PaidPlan): PaidPlan {
  if (priceId === config.STRIPE_PRO_PRICE) return 'pro';
  return priceId === config.STRIPE_PREMIUM_PRICE ? 'premium' : known;
}

/** The state of a row before anything is paid, or after a checkout that nobody paid. */
const unpaid = (row: SubscriptionRow, status: 'pending' | 'ended'): ProviderSubscription => ({
  id: null,
  customerId: null,
  plan: row.plan,
  price: row.price,
  currency: row.currency,
  period: row.period,
  status,
  startedAt: null,
  paidUntil: null,
  renews: status === 'pending',
});

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Whether it will be paid again: not if it is cancelled for the end of this period or before. */
function willRenew({ cancel_at, cancel_at_period_end }: Stripe.Subscription, periodEnd: number): boolean {
  return !cancel_at_period_end && (cancel_at === null || cancel_at > periodEnd);
}

/** The end of what is paid, in seconds. When a renewal fails, Stripe has begun the next period already. */
function paidUntilOf(
  { status, ended_at, cancel_at }: Stripe.Subscription,
  { current_period_start: start, current_period_end: end }: Stripe.SubscriptionItem,
): number {
  if (status === 'past_due' || status === 'unpaid') return start;
  return Math.min(end, ended_at ?? end, cancel_at ?? end);
}

/** Whether the newest invoice is paid. A trial's is, with nothing on it. */
const isSettled = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean =>
  status !== 'trialing' && typeof invoice === 'object' && invoice?.status === 'paid';

/** Stripe's subscription as ours; it has one item. */
function stateOf(config: Config, row: SubscriptionRow, found: Stripe.Subscription): ProviderSubscription {
  const [item] = found.items.data;
  const status = states[found.status];
  if (item === undefined || status === undefined)
    throw new Error(`Stripe has a subscription with an unknown state or without items: ${found.id}.`);
  const { price } = item;
  const interval = price.recurring?.interval;
  const renews = status === 'past_due' || (status !== 'ended' && willRenew(found, item.current_period_end));
  const isPaid = status !== 'pending' && found.status !== 'incomplete_expired';
  return {
    id: found.id,
    customerId: idOf(found.customer),
    plan: planOf(config, price.id, row.plan),
    price: price.unit_amount || row.price,
    currency: price.currency.toUpperCase(),
    period: interval === 'month' ? 'month' : interval === 'year' ? 'year' : row.period,
    status: status === 'active' && !renews ? 'cancelled' : status,
    startedAt: isPaid ? dateOf(found.start_date) : null,
    paidUntil: isPaid ? dateOf(paidUntilOf(found, item)) : null,
    renews,
    isUnsettled: !isSettled(found),
  };
}

/** Stripe's subscription of a row; while we do not know it, that of its checkout. */
async function fetchSubscription(
  stripe: Stripe,
  row: SubscriptionRow,
  now: Date,
): Promise<Stripe.Subscription | 'pending' | 'ended'> {
  if (row.provider_id !== null)
    return stripe.subscriptions.retrieve(row.provider_id, { expand: ['latest_invoice'] });
  // It was asked for, and its address is not known (yet): nobody can pay it.
  if (row.checkout_id === null) return now.getTime() - row.created_at.getTime() < day ? 'pending' : 'ended';
  const checkout = await stripe.checkout.sessions.retrieve(row.checkout_id, {
    expand: ['subscription.latest_invoice'],
  });
  if (checkout.status === 'expired') return 'ended';
  return typeof checkout.subscription === 'object' && checkout.subscription !== null
    ? checkout.subscription
    : 'pending';
}

/** Fetches the subscription, lets `work` change it at Stripe unless it is over, and returns its state. */
const withSubscription =
  (
    work: (stripe: Stripe, found: Stripe.Subscription) => Promise<Stripe.Subscription>,
  ): PlanProvider['find'] =>
  (ctx, row) =>
    askStripe(ctx, async (stripe) => {
      const found = await fetchSubscription(stripe, row, ctx.clock.now());
      if (typeof found === 'string') return unpaid(row, found);
      return stateOf(ctx.config, row, isOver(found) ? found : await work(stripe, found));
    });

/** What is paid or past due and has our ids; nothing for what the account sells elsewhere. */
function listed(config: Config, found: Stripe.Subscription): ListedSubscription[] {
  const ids = ownIds(found.metadata);
  const [item] = found.items.data;
  const isLive = ['active', 'past_due'].includes(states[found.status] ?? '');
  if (ids === undefined || item === undefined || !isLive) return [];
  const renews = willRenew(found, item.current_period_end);
  return [{ ids, providerId: found.id, plan: planOf(config, item.price.id, 'pro'), renews }];
}

/** Stripe refuses both at once: a time of the end, and the end of the period. */
const notCancelled = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) =>
  cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' as const } : { cancel_at_period_end: false };

/** Ends a subscription of which a payment was given back, at Stripe, so that every later answer says so. */
export const endAtStripe = (subscriptionId: string): PlanProvider['find'] =>
  withSubscription(async (stripe, found) =>
    found.id === subscriptionId ? stripe.subscriptions.cancel(found.id) : found,
  );

/** Payments by Stripe: its checkout, its portal, its subscriptions (docs/decisions/0121-stripe.md). */
export const stripe: PlanProvider = {
  name: 'stripe',
  isTest: (config) => config.STRIPE_SECRET_KEY?.includes('_test_') === true,
  checkMethod(paymentMethod) {
    if (paymentMethod !== undefined)
      throw badInput('paymentMethod', 'Please leave this out: you pay on the payment provider’s page.');
  },
  async begin(ctx, { personId, subscriptionId, offer }) {
    const metadata = { person: personId, subscription: subscriptionId };
    const store = `${publicUrl(ctx.config)}/store`;
    const checkout = await askStripe(ctx, (client) =>
      client.checkout.sessions.create(
        {
          mode: 'subscription',
          client_reference_id: subscriptionId,
          line_items: [{ price: priceIdOf(ctx.config, offer.plan), quantity: 1 }],
          metadata,
          subscription_data: { metadata },
          success_url: store,
          cancel_url: store,
        },
        { idempotencyKey: `checkout-${subscriptionId}` },
      ),
    );
    const { id, url, amount_subtotal: amount, currency } = checkout;
    if (url === null || amount !== offer.price || currency?.toUpperCase() !== offer.currency) {
      ctx.log.error(
        { plan: offer.plan, amount, currency, ours: offer.price, ourCurrency: offer.currency },
        'the price of a plan at Stripe is not the one in the settings; nobody can subscribe',
      );
      throw new AppError('UNAVAILABLE', 'This plan can’t be bought at the moment. Please try again later.');
    }
    return { checkout: { checkoutId: id, url } };
  },
  expireCheckout: (ctx, row) =>
    askStripe(ctx, async (client) => {
      const id = row.checkout_id;
      // One that was found at Stripe has no checkout here.
      if (id === null) return;
      const { status, subscription } = await client.checkout.sessions.retrieve(id, {
        expand: ['subscription'],
      });
      if (status === 'open') await client.checkout.sessions.expire(id);
      // Its first payment may still succeed, although another checkout takes its place.
      if (typeof subscription === 'object' && subscription?.status === 'incomplete')
        await client.subscriptions.cancel(subscription.id);
    }),
  async *list(ctx) {
    let after: string | null = null;
    do {
      const page: Stripe.ApiList<Stripe.Subscription> = await askStripe(ctx, (client) =>
        client.subscriptions.list({ limit: 100, ...(after !== null && { starting_after: after }) }),
      );
      yield page.data.flatMap((found) => listed(ctx.config, found));
      after = page.has_more ? (page.data.at(-1)?.id ?? null) : null;
    } while (after !== null);
  },
  find: withSubscription(async (_client, found) => found),
  cancel: withSubscription(async (client, found) =>
    found.status === 'active' || found.status === 'trialing'
      ? client.subscriptions.update(found.id, { cancel_at_period_end: true })
      : client.subscriptions.cancel(found.id),
  ),
  resume: withSubscription(async (client, found) =>
    client.subscriptions.update(found.id, notCancelled(found)),
  ),
  change: (ctx, row, offer) =>
    withSubscription(async (client, found) => {
      const items = [{ id: found.items.data[0]?.id ?? '', price: priceIdOf(ctx.config, offer.plan) }];
      return client.subscriptions.update(found.id, {
        items,
        ...notCancelled(found),
        // What a change costs within a period is paid with the next one, as people are told.
        proration_behavior: 'create_prorations',
        // A payment that fails changes nothing.
        payment_behavior: 'error_if_incomplete',
      });
    })(ctx, row),
  portal: async (ctx, { customer_id: customer }) => {
    if (customer === null) return null;
    const return_url = `${publicUrl(ctx.config)}/store`;
    const { url } = await askStripe(ctx, (client) =>
      client.billingPortal.sessions.create({ customer, return_url }),
    );
    return url;
  },
};
