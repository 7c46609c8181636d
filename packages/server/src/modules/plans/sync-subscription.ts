import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { replaceRights } from './entitlements.queries.ts';
import { rightsOfPlan } from './plan-catalogue.ts';
import {
  type PlanProvider,
  type ProviderSubscription,
  providerOf,
  type SubscriptionRow,
} from './plan-provider.ts';
import * as queries from './subscriptions.queries.ts';

/** Until when a state gives rights; null if it gives none. What renews stays for the grace period, so that a late answer takes nothing away. */
function rightsUntil(state: ProviderSubscription, graceDays: number): Date | null {
  if (state.paidUntil === null || state.status === 'pending' || state.status === 'ended') return null;
  return state.renews ? new Date(state.paidUntil.getTime() + graceDays * day) : state.paidUntil;
}

/**
 * Writes a provider's state of a subscription into our row and the person's rights, under the billing lock. The same
 * state always leads to the same rows, so it does not matter how often or why it was fetched. A pending subscription
 * that has ended is deleted; the result is then null. If the person has another live subscription, both give rights,
 * and the second is reported to the operator: it must be cancelled and refunded at the provider.
 */
export async function syncSubscription(
  ctx: AppContext,
  tx: Db,
  row: SubscriptionRow,
  state: ProviderSubscription,
): Promise<SubscriptionRow | null> {
  const { person_id: personId, id } = row;
  const source = `subscription:${id}`;
  const until = rightsUntil(state, ctx.config.PLAN_GRACE_DAYS);
  await replaceRights(tx, personId, source, until && { source, rights: rightsOfPlan[state.plan], until });
  if (state.startedAt === null && state.status === 'ended') {
    await queries.deleteSubscription(tx, personId, id);
    return null;
  }
  const live = await queries.findLive(tx, personId);
  if (until !== null && live !== undefined && live.id !== id) {
    ctx.log.error(
      { person: personId, subscriptions: [live.id, id] },
      'a person has two live subscriptions; cancel and refund one at the payment provider',
    );
    return row;
  }
  return queries.updateState(tx, row, state, ctx.clock.now());
}

/** Fetches the newest state of a subscription from its provider and writes it. The caller holds the billing lock. */
export const refreshLocked = async (
  ctx: AppContext,
  tx: Db,
  row: SubscriptionRow,
  provider: PlanProvider = providerOf(row),
): Promise<SubscriptionRow | null> => syncSubscription(ctx, tx, row, await provider.find(ctx, row));

/**
 * Closes a person's open checkout, and cancels at the provider what has ended here and could still be paid there, under
 * the billing lock. What was paid in the meantime, or null.
 */
export async function closeCheckout(
  ctx: AppContext,
  tx: Db,
  personId: string,
): Promise<SubscriptionRow | null> {
  const newest = await queries.findNewest(tx, personId);
  if (newest?.ended_at && newest.provider_id !== null) await providerOf(newest).cancel(ctx, newest);
  const pending = await queries.findPending(tx, personId);
  if (pending === undefined) return null;
  await providerOf(pending).expireCheckout(ctx, pending);
  const after = await refreshLocked(ctx, tx, pending);
  if (after !== null && after.status !== 'pending') return after;
  await queries.deleteSubscription(tx, personId, pending.id);
  return null;
}

/**
 * Handles an event of a provider about one of its subscriptions, once. Nothing of the event but ids is used: events
 * arrive late, twice and in any order, so the state is fetched. False if there is nothing to do for it.
 */
export const receiveEvent = (
  ctx: AppContext,
  provider: PlanProvider,
  event: { id: string; personId: string; subscriptionId: string },
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    await queries.lockBilling(tx, event.personId);
    const row = await queries.findSubscription(tx, event.personId, event.subscriptionId);
    if (row === undefined) return false;
    if (!(await queries.addEvent(tx, provider.name, event.id, ctx.clock.now()))) return false;
    await refreshLocked(ctx, tx, row, provider);
    return true;
  });
