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
import { AppError, badInput, notFound } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { findGift } from './gifts.queries.ts';
import { listPlans, offerOf, planName } from './plan-catalogue.ts';
import {
  currentProvider,
  newSubscription,
  type ProviderSubscription,
  providerOf,
  type SubscriptionRow,
} from './plan-provider.ts';
import { rightsOf } from './rights.ts';
import { payInSandbox } from './sandbox-provider.ts';
import { presentSubscription } from './subscriptions.present.ts';
import * as queries from './subscriptions.queries.ts';
import { closeCheckout, refreshLocked, syncSubscription } from './sync-subscription.ts';

export function getPlan({ config }: RequestContext, id: string): Plan {
  const plan = listPlans(config).find(({ _id }) => _id === id);
  if (plan === undefined) throw notFound('Plan');
  return plan;
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

/** Works on the viewer's subscriptions alone; what `work` returns is shown to them. */
const change = (
  ctx: RequestContext,
  viewer: Viewer,
  work: (tx: Db) => Promise<SubscriptionRow>,
): Promise<Subscription> =>
  transaction(ctx.db, async (tx) => {
    await queries.lockBilling(tx, viewer.id);
    return presentSubscription(await work(tx), ctx.clock.now());
  });

/** The viewer's live subscription as the provider has it now; undefined if there is none, or it has just ended. */
async function findLiveNow(
  ctx: RequestContext,
  tx: Db,
  viewer: Viewer,
): Promise<SubscriptionRow | undefined> {
  const row = await queries.findLive(tx, viewer.id);
  const isDue = row?.paid_until && row.paid_until <= ctx.clock.now();
  const current = row !== undefined && isDue ? await refreshLocked(ctx, tx, row) : row;
  return current === null || current?.ended_at ? undefined : current;
}

/** Writes what a provider says after a change. */
async function write(
  ctx: RequestContext,
  tx: Db,
  row: SubscriptionRow,
  state: ProviderSubscription,
): Promise<SubscriptionRow> {
  const written = await syncSubscription(ctx, tx, row, state);
  if (written === null) throw checkoutExpired();
  return written;
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
 * Subscribes the viewer. Throws NOT_FOUND, ALREADY_SUBSCRIBED beside a live subscription, and PAYMENT_DECLINED, after
 * which nothing has changed. An earlier checkout is closed (docs/product/plans.md#subscribing).
 */
export const subscribe = (ctx: RequestContext, viewer: Viewer, planId: string, paymentMethod?: TestPayment) =>
  change(ctx, viewer, async (tx) => {
    const plan = requirePaidPlan(ctx, planId);
    const live = await findLiveNow(ctx, tx, viewer);
    if (live !== undefined) throw alreadySubscribed(live);
    const paid = await closeCheckout(ctx, tx, viewer.id);
    if (paid !== null) throw alreadySubscribed(paid);
    const id = newId(ctx.clock.now().getTime());
    const offer = offerOf(ctx.config, plan);
    const provider = currentProvider(ctx.config);
    const begun = await provider.begin(ctx, {
      personId: viewer.id,
      subscriptionId: id,
      offer,
      paymentMethod,
    });
    const row: SubscriptionRow = {
      ...newSubscription(ctx, provider, { person_id: viewer.id, id }, offer),
      ...('checkout' in begun && {
        checkout_id: begun.checkout.checkoutId,
        checkout_url: begun.checkout.url,
      }),
    };
    await queries.insertSubscription(tx, row);
    return 'paid' in begun ? write(ctx, tx, row, begun.paid) : row;
  });

/** Pays on the sandbox's page. Throws NOT_FOUND, CONFLICT if the checkout is closed, and PAYMENT_DECLINED. */
export const payCheckout = (ctx: RequestContext, viewer: Viewer, id: string, payment: TestPayment) =>
  change(ctx, viewer, async (tx) => {
    const row = await queries.findSubscription(tx, viewer.id, id);
    if (row === undefined || row.provider !== 'sandbox') throw notFound('Checkout');
    const current = await refreshLocked(ctx, tx, row);
    if (current === null || current.ended_at !== null) throw checkoutExpired();
    if (current.status !== 'pending' && current.status !== 'past_due') return current;
    return write(ctx, tx, current, payInSandbox(ctx, current, payment));
  });

/** The viewer's live subscription; throws CONFLICT without one. */
async function requireLive(ctx: RequestContext, tx: Db, viewer: Viewer, problem: string) {
  const row = await findLiveNow(ctx, tx, viewer);
  if (row === undefined) throw new AppError('CONFLICT', problem);
  return row;
}

/** Cancels the viewer's subscription, which stays until the end of what is paid; throws CONFLICT without one. */
export const unsubscribe = (ctx: RequestContext, viewer: Viewer, reason: string) =>
  change(ctx, viewer, async (tx) => {
    const row = await requireLive(ctx, tx, viewer, 'You have no plan to cancel.');
    if (row.status === 'cancelled') return row;
    await queries.setCancelReason(tx, viewer.id, row.id, reason);
    return write(ctx, tx, row, await providerOf(row).cancel(ctx, row));
  });

/** Takes a cancellation back before the end; throws CONFLICT after it. */
export const resume = (ctx: RequestContext, viewer: Viewer) =>
  change(ctx, viewer, async (tx) => {
    const row = await requireLive(ctx, tx, viewer, 'Your plan has ended. Please subscribe again.');
    if (row.status !== 'cancelled') return row;
    await queries.setCancelReason(tx, viewer.id, row.id, null);
    return write(ctx, tx, row, await providerOf(row).resume(ctx, row));
  });

/**
 * Changes to another plan at once, at today's price; a cancelled subscription is resumed. Throws NOT_FOUND, CONFLICT
 * without a plan or after a failed payment, ALREADY_SUBSCRIBED for the same plan, and PAYMENT_DECLINED.
 */
export const changePlan = (ctx: RequestContext, viewer: Viewer, planId: string) =>
  change(ctx, viewer, async (tx) => {
    const plan = requirePaidPlan(ctx, planId);
    const row = await requireLive(ctx, tx, viewer, 'You have no plan to change. Please subscribe.');
    if (row.status === 'past_due')
      throw new AppError(
        'CONFLICT',
        'Your last payment failed. Please pay for your plan before you change it.',
      );
    if (row.plan === plan) throw alreadySubscribed(row);
    await queries.setCancelReason(tx, viewer.id, row.id, null);
    return write(ctx, tx, row, await providerOf(row).change(ctx, row, offerOf(ctx.config, plan)));
  });

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
