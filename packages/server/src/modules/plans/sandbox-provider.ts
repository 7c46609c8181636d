import { type TestPayment, testPayment } from '@inkling/contract/plans';
import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import { publicUrl } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import { nextPeriodEnd, type Price } from './plan-catalogue.ts';
import type { PlanProvider, ProviderSubscription, SubscriptionRow } from './plan-provider.ts';

/** How long a checkout can be paid, and how long a failed payment is tried again. */
const checkoutTime = day;
const retryTime = 14 * day;

/** Where one pays in the sandbox: a page of this site. */
const checkoutUrl = (ctx: AppContext, subscriptionId: string): string =>
  `${publicUrl(ctx.config)}/store/checkout/${subscriptionId}`;

/** It has no state but ours: the way of payment, which decides about the next one, is part of its id. */
const idOf = (payment: TestPayment, subscriptionId: string): string => `${payment}:${subscriptionId}`;
const failsLater = ({ provider_id: id }: SubscriptionRow): boolean =>
  id?.startsWith('test_fails_later') === true;

const stored = (row: SubscriptionRow): ProviderSubscription => ({
  id: row.provider_id,
  customerId: null,
  plan: row.plan,
  price: row.price,
  currency: row.currency,
  period: row.period,
  status: row.ended_at === null ? row.status : 'ended',
  startedAt: row.started_at,
  paidUntil: row.paid_until,
  renews: row.renews,
});

function declined(): AppError {
  return new AppError(
    'PAYMENT_DECLINED',
    'The payment was declined. Nothing has changed. Try again, or pay another way.',
  );
}

/** The subscription after a payment. Throws PAYMENT_DECLINED. */
function paid(
  ctx: AppContext,
  payment: TestPayment,
  {
    subscriptionId,
    startedAt,
    ...offer
  }: Price & { plan: SubscriptionRow['plan']; subscriptionId: string; startedAt: Date },
): ProviderSubscription {
  if (payment === 'test_declined') throw declined();
  return {
    ...offer,
    id: idOf(payment, subscriptionId),
    customerId: null,
    status: 'active',
    startedAt,
    paidUntil: nextPeriodEnd(startedAt, offer.period, ctx.clock.now()),
    renews: true,
  };
}

/**
 * What has become of a subscription since it was written: it was renewed, could not be, or has ended. A production site
 * has no sandbox, so what was begun there before has ended.
 */
function stateNow({ config, clock }: AppContext, row: SubscriptionRow): ProviderSubscription {
  const now = clock.now();
  const state = stored(row);
  if (config.production) return { ...state, status: 'ended', renews: false };
  const { startedAt, paidUntil } = state;
  if (startedAt === null || paidUntil === null) {
    const isOver = now.getTime() >= row.created_at.getTime() + checkoutTime;
    return isOver ? { ...state, status: 'ended' } : state;
  }
  if (state.status === 'ended' || paidUntil > now) return state;
  if (!row.renews) return { ...state, status: 'ended' };
  if (!failsLater(row))
    return { ...state, status: 'active', paidUntil: nextPeriodEnd(startedAt, row.period, now) };
  const isOver = now.getTime() >= paidUntil.getTime() + retryTime;
  return { ...state, status: isOver ? 'ended' : 'past_due' };
}

/** Pays on the sandbox's page: for a pending subscription, or one whose payment has failed. Throws PAYMENT_DECLINED. */
export const payInSandbox = (
  ctx: AppContext,
  row: SubscriptionRow,
  payment: TestPayment,
): ProviderSubscription =>
  paid(ctx, payment, {
    plan: row.plan,
    price: row.price,
    currency: row.currency,
    period: row.period,
    subscriptionId: row.id,
    startedAt: row.started_at ?? ctx.clock.now(),
  });

/** Payments of which none moves money, decided by the name of the payment method (docs/product/plans.md#test-mode). */
export const sandbox: PlanProvider = {
  name: 'sandbox',
  isTest: () => true,
  checkMethod(paymentMethod) {
    if (paymentMethod === 'test_declined') throw declined();
  },
  async begin(ctx, { subscriptionId, offer, paymentMethod }) {
    if (paymentMethod === undefined)
      return { checkout: { checkoutId: subscriptionId, url: checkoutUrl(ctx, subscriptionId) } };
    const payment = testPayment.parse(paymentMethod);
    return { paid: paid(ctx, payment, { ...offer, subscriptionId, startedAt: ctx.clock.now() }) };
  },
  async expireCheckout() {},
  async *list() {},
  find: async (ctx, row) => stateNow(ctx, row),
  async cancel(ctx, row) {
    const state = stateNow(ctx, row);
    if (state.status === 'past_due') return { ...state, status: 'ended', renews: false };
    return state.status === 'active' ? { ...state, status: 'cancelled', renews: false } : state;
  },
  async resume(ctx, row) {
    const state = stateNow(ctx, row);
    return state.status === 'cancelled' ? { ...state, status: 'active', renews: true } : state;
  },
  change: async (ctx, row, offer) => ({ ...(await sandbox.resume(ctx, row)), ...offer }),
  portal: async (ctx, row) => (row.status === 'past_due' ? checkoutUrl(ctx, row.id) : null),
};
