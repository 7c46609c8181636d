import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { type Db, requireNoTransaction, transaction } from '../../platform/db/db.ts';
import { replaceRights } from './entitlements.queries.ts';
import { rightsOfPlan } from './plan-catalogue.ts';
import { addNotices } from './plan-notices.ts';
import {
  type PlanProvider,
  type ProviderSubscription,
  providerOf,
  type SubscriptionRow,
} from './plan-provider.ts';
import * as queries from './subscriptions.queries.ts';

/** Until when a state gives rights; null if it gives none. What renews stays for the grace period, so that a late answer takes nothing away. */
function rightsUntil(state: ProviderSubscription, graceDays: number): Date | null {
  if (state.paidUntil === null || state.status === 'ended') return null;
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
    return queries.updateSecond(tx, row, state);
  }
  const updated = await queries.updateState(tx, row, state, ctx.clock.now());
  await addNotices(ctx, tx, updated, state);
  return updated;
}

/** How often the provider is asked again because of other answers that were written in the meantime. */
const maxAttempts = 10;

/**
 * Asks a provider about a subscription, outside of transactions, and writes its answer; `also` writes more with it. The
 * answer is dropped if another was written in the meantime, which may be newer, and the provider is asked for its state. Null if
 * the subscription is gone. Throws BUSY.
 */
export async function askAndWrite(
  ctx: AppContext,
  row: SubscriptionRow,
  ask: (row: SubscriptionRow) => Promise<ProviderSubscription>,
  also: (tx: Db) => Promise<unknown> = async () => {},
): Promise<SubscriptionRow | null> {
  requireNoTransaction();
  let current: SubscriptionRow | undefined = row;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const asked: SubscriptionRow = current;
    // A provider that keeps the state has made the change already: to repeat it could undo one that came after it.
    const isMade = attempt > 1 && asked.provider !== 'sandbox';
    const state = await (isMade ? providerOf(asked).find(ctx, asked) : ask(asked));
    const written = await transaction(ctx.db, async (tx) => {
      await queries.lockBilling(tx, row.person_id);
      const claimed = await queries.claimRevision(tx, asked);
      if (claimed === undefined) return undefined;
      await also(tx);
      return syncSubscription(ctx, tx, claimed, state);
    });
    if (written !== undefined) return written;
    current = await queries.findSubscription(ctx.db, row.person_id, row.id);
    if (current === undefined) return null;
  }
  throw new AppError('BUSY', 'Your plan is being changed. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });
}

/** Fetches the newest state of a subscription from its provider and writes it. */
export const refresh = (
  ctx: AppContext,
  row: SubscriptionRow,
  provider: PlanProvider = providerOf(row),
): Promise<SubscriptionRow | null> => askAndWrite(ctx, row, (asked) => provider.find(ctx, asked));

/** How long a provider may go on trying to charge for what has ended here. */
const chargedAfterEnd = 60 * day;

/**
 * Closes a person's open checkout, and cancels at the provider what has ended here and could still be paid there. What
 * was paid in the meantime, or null.
 */
export async function closeCheckout(ctx: AppContext, personId: string): Promise<SubscriptionRow | null> {
  const pending = await queries.findPending(ctx.db, personId);
  if (pending !== undefined) await providerOf(pending).expireCheckout(ctx, pending);
  const since = new Date(ctx.clock.now().getTime() - chargedAfterEnd);
  for (const ended of await queries.listEnded(ctx.db, personId, since))
    await providerOf(ended).cancel(ctx, ended);
  if (pending === undefined) return null;
  const after = await refresh(ctx, pending);
  if (after !== null && after.status !== 'pending') return after;
  await queries.deletePending(ctx.db, pending);
  return null;
}

/**
 * Handles an event of a provider about one of its subscriptions, once. Nothing of the event but ids is used: events
 * arrive late, twice and in any order, so the state is fetched. False if there is nothing to do for it.
 */
export async function receiveEvent(
  ctx: AppContext,
  provider: PlanProvider,
  event: { id: string; personId: string; subscriptionId: string },
): Promise<boolean> {
  const row = await queries.findSubscription(ctx.db, event.personId, event.subscriptionId);
  if (row === undefined || (await queries.hasEvent(ctx.db, provider.name, event.id))) return false;
  // The event is recorded together with the answer: if that fails, the provider sends it again.
  await askAndWrite(
    ctx,
    row,
    (asked) => provider.find(ctx, asked),
    (tx) => queries.addEvent(tx, provider.name, event.id, ctx.clock.now()),
  );
  return true;
}
