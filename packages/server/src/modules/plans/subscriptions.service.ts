import { newId } from '@inkling/contract/new-id';
import {
  type PaidPlan,
  type Plan,
  type PlanGift,
  type PlanRight,
  paidPlan,
  type Subscription,
  type TestPayment,
} from '@inkling/contract/plans';
import { AppError, badInput, notFound, requireFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { findGift } from './entitlements.queries.ts';
import { listPlans, offerOf, planName, presentPlan } from './plan-catalogue.ts';
import { currentProvider, newSubscription, providerOf, type SubscriptionRow } from './plan-provider.ts';
import { rightsOf } from './rights.ts';
import { payInSandbox } from './sandbox-provider.ts';
import * as queries from './subscriptions.queries.ts';
import { askAndWrite, closeCheckout, refresh } from './sync-subscription.ts';

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

export function getPlan({ config }: RequestContext, id: string): Plan {
  return requireFound(
    listPlans(config).find(({ _id }) => _id === id),
    'Plan',
  );
}

/** A plan that can be bought. */
function requirePaidPlan(ctx: RequestContext, id: string): PaidPlan {
  const { _id } = getPlan(ctx, id);
  const paid = paidPlan.safeParse(_id);
  if (!paid.success)
    throw badInput('planId', 'Basic is free: everyone has it. Please choose Pro or Premium.');
  return paid.data;
}

interface Mine {
  data: Subscription | null;
  rights: PlanRight[];
  gift: PlanGift | null;
  payBy: string | null;
}

/** The viewer's newest subscription and all their rights. */
export async function getMine(ctx: RequestContext, { id }: Viewer): Promise<Mine> {
  const now = ctx.clock.now();
  const row = await queries.findNewest(ctx.db, id);
  const dueSince = row?.status === 'past_due' ? row.paid_until : null;
  return {
    data: row === undefined ? null : presentSubscription(row, now),
    rights: await rightsOf(ctx.db, ctx, id),
    gift: await findGift(ctx.db, id, now),
    payBy: dueSince && new Date(dueSince.getTime() + ctx.config.PLAN_GRACE_DAYS * day).toISOString(),
  };
}

/** The viewer's live subscription as the provider has it now; undefined if there is none, or it has just ended. */
async function findLiveNow(ctx: RequestContext, viewer: Viewer): Promise<SubscriptionRow | undefined> {
  const row = await queries.findLive(ctx.db, viewer.id);
  const isDue = row?.paid_until && row.paid_until <= ctx.clock.now();
  const current = row !== undefined && isDue ? await refresh(ctx, row) : row;
  return current === null || current?.ended_at ? undefined : current;
}

/** A subscription after a change, as its owner sees it. Throws CONFLICT if it is gone. */
function present(ctx: RequestContext, row: SubscriptionRow | null): Subscription {
  if (row === null) throw checkoutExpired();
  return presentSubscription(row, ctx.clock.now());
}

const checkoutExpired = () =>
  new AppError('CONFLICT', 'This checkout is no longer open. Please choose a plan in the store again.');

function alreadySubscribed({ status, plan, paid_until }: SubscriptionRow): AppError {
  const name = planName(plan);
  const until = paid_until?.toISOString().slice(0, 10) ?? '';
  const text =
    status === 'cancelled'
      ? `You have ${name} until ${until}. You can resume it, or change to another plan.`
      : status === 'past_due'
        ? `Your last payment for ${name} failed. Please pay it or cancel first.`
        : `You already have ${name}. You can change to another plan.`;
  return new AppError('ALREADY_SUBSCRIBED', text);
}

/**
 * Stores a subscription before the provider is asked, so that its events find it. Throws ALREADY_SUBSCRIBED, and CONFLICT
 * beside another that is begun at the same moment.
 */
const insertPending = (ctx: RequestContext, row: SubscriptionRow): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await queries.lockBilling(tx, row.person_id);
    const live = await queries.findLive(tx, row.person_id);
    if (live !== undefined) throw alreadySubscribed(live);
    if ((await queries.findPending(tx, row.person_id)) !== undefined)
      throw new AppError(
        'CONFLICT',
        'You have just chosen a plan in another window. Please reload the page.',
      );
    await queries.insertSubscription(tx, row);
  });

/**
 * Subscribes the viewer. Throws NOT_FOUND, ALREADY_SUBSCRIBED beside a live subscription, and PAYMENT_DECLINED, after
 * which nothing has changed. An earlier checkout is closed (docs/product/plans.md#subscribing).
 */
export async function subscribe(
  ctx: RequestContext,
  viewer: Viewer,
  planId: string,
  paymentMethod?: TestPayment,
): Promise<Subscription> {
  const plan = requirePaidPlan(ctx, planId);
  const provider = currentProvider(ctx.config);
  const live = await findLiveNow(ctx, viewer);
  if (live !== undefined) throw alreadySubscribed(live);
  provider.checkMethod(paymentMethod);
  const paid = await closeCheckout(ctx, viewer.id);
  if (paid !== null) throw alreadySubscribed(paid);
  const ids = { person_id: viewer.id, id: newId(ctx.clock.now().getTime()) };
  const offer = offerOf(ctx.config, plan);
  const row = newSubscription(ctx, provider, ids, offer);
  await insertPending(ctx, row);
  const order = { personId: viewer.id, subscriptionId: row.id, offer, paymentMethod };
  const begun = await provider.begin(ctx, order).catch(async (error: unknown) => {
    await queries.deletePending(ctx.db, row);
    throw error;
  });
  if ('paid' in begun) return present(ctx, await askAndWrite(ctx, row, async () => begun.paid));
  const { checkoutId, url } = begun.checkout;
  const opened = await queries.setCheckout(ctx.db, row, checkoutId, url);
  // Another plan was chosen in the meantime.
  if (opened === undefined) await provider.expireCheckout(ctx, { ...row, checkout_id: checkoutId });
  return present(ctx, opened ?? null);
}

/** Pays on the sandbox's page. Throws NOT_FOUND, CONFLICT if the checkout is closed, and PAYMENT_DECLINED. */
export async function payCheckout(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  payment: TestPayment,
): Promise<Subscription> {
  const row = await queries.findSubscription(ctx.db, viewer.id, id);
  if (row === undefined || row.provider !== 'sandbox') throw notFound('Checkout');
  const current = await refresh(ctx, row);
  if (current === null || current.ended_at !== null) throw checkoutExpired();
  const isPaid = ({ status }: SubscriptionRow) => status !== 'pending' && status !== 'past_due';
  if (isPaid(current)) return present(ctx, current);
  return present(
    ctx,
    await askAndWrite(ctx, current, async (asked) =>
      isPaid(asked) ? providerOf(asked).find(ctx, asked) : payInSandbox(ctx, asked, payment),
    ),
  );
}

/** The viewer's live subscription; throws CONFLICT without one. */
async function requireLive(ctx: RequestContext, viewer: Viewer, problem: string) {
  const row = await findLiveNow(ctx, viewer);
  if (row === undefined) throw new AppError('CONFLICT', problem);
  return row;
}

/** Cancels the viewer's subscription, which stays until the end of what is paid; throws CONFLICT without one. */
export async function unsubscribe(ctx: RequestContext, viewer: Viewer, reason: string) {
  const row = await requireLive(ctx, viewer, 'You have no plan to cancel.');
  if (row.status === 'cancelled') return present(ctx, row);
  const cancel = (asked: SubscriptionRow) => providerOf(asked).cancel(ctx, asked);
  const withReason = (tx: Db) => queries.setCancelReason(tx, viewer.id, row.id, reason);
  return present(ctx, await askAndWrite(ctx, row, cancel, withReason));
}

/** Takes a cancellation back before the end; throws CONFLICT after it. */
export async function resume(ctx: RequestContext, viewer: Viewer) {
  const row = await requireLive(ctx, viewer, 'Your plan has ended. Please subscribe again.');
  if (row.status !== 'cancelled') return present(ctx, row);
  const resumed = (asked: SubscriptionRow) => providerOf(asked).resume(ctx, asked);
  const withoutReason = (tx: Db) => queries.setCancelReason(tx, viewer.id, row.id, null);
  return present(ctx, await askAndWrite(ctx, row, resumed, withoutReason));
}

/**
 * Changes to another plan at once, at today's price; a cancelled subscription is resumed. Throws NOT_FOUND, CONFLICT
 * without a plan or after a failed payment, ALREADY_SUBSCRIBED for the same plan, and PAYMENT_DECLINED.
 */
export async function changePlan(ctx: RequestContext, viewer: Viewer, planId: string) {
  const plan = requirePaidPlan(ctx, planId);
  const row = await requireLive(ctx, viewer, 'You have no plan to change. Please subscribe.');
  if (row.status === 'past_due')
    throw new AppError(
      'CONFLICT',
      'Your last payment failed. Please pay for your plan before you change it.',
    );
  if (row.plan === plan) throw alreadySubscribed(row);
  const change = (asked: SubscriptionRow) => providerOf(asked).change(ctx, asked, offerOf(ctx.config, plan));
  const withoutReason = (tx: Db) => queries.setCancelReason(tx, viewer.id, row.id, null);
  return present(ctx, await askAndWrite(ctx, row, change, withoutReason));
}

/** The provider's page where the viewer changes how they pay; throws CONFLICT if there is nothing to change. */
export async function openPortal(ctx: RequestContext, viewer: Viewer): Promise<{ url: string }> {
  const row = await queries.findLive(ctx.db, viewer.id);
  const url = row === undefined ? null : await providerOf(row).portal(ctx, row);
  if (url !== null) return { url };
  throw new AppError(
    'CONFLICT',
    row === undefined
      ? 'You have no plan, so there is no payment to change.'
      : 'Plans are in test mode: there is no payment to change. You can cancel or change the plan in the store.',
  );
}
