import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { deleteState, readState, writeState } from '../../platform/site-state.queries.ts';
import { offerOf } from './plan-catalogue.ts';
import { endingTime } from './plan-notices.ts';
import { currentProvider, type ListedSubscription, newSubscription, providerOf } from './plan-provider.ts';
import * as queries from './subscriptions.queries.ts';
import { askAndWrite, closeCheckout, refresh } from './sync-subscription.ts';

/** How long a checkout may wait before the provider is asked whether it is still open. */
const checkoutTime = day;
/** How long events are remembered; providers send one again for some days at most. */
const eventRetention = 60 * day;
/** How many due subscriptions are listed at once. */
const listedAtOnce = 200;

/** Compares one subscription with the provider, and cancels it there if that is still to be done. */
async function updateOne(ctx: AppContext, { person_id, id }: queries.DueRow): Promise<void> {
  const row = await queries.findSubscription(ctx.db, person_id, id);
  if (row === undefined) return;
  await askAndWrite(ctx, row, (asked) =>
    providerOf(asked)[asked.cancelling_since === null ? 'find' : 'cancel'](ctx, asked),
  );
}

/**
 * Updates every subscription that time may have changed, with `all` every one that has not ended, and retries cancellations that the provider has not answered
 * (docs/product/plans.md#states). A failure does not stop the others; the next run tries it again.
 */
export async function updateDue(
  ctx: AppContext,
  { all = false, signal, limit = listedAtOnce }: { all?: boolean; signal?: AbortSignal; limit?: number } = {},
): Promise<void> {
  const now = ctx.clock.now();
  const which = {
    all,
    now,
    checkoutsBefore: new Date(now.getTime() - checkoutTime),
    endingBefore: new Date(now.getTime() + endingTime),
  };
  let rows: queries.DueRow[] = [];
  do {
    rows = await queries.listDue(ctx.db, which, { after: rows.at(-1) ?? queries.beforeAll, limit });
    for (const row of rows) {
      if (signal?.aborted) return;
      await updateOne(ctx, row).catch((err: unknown) =>
        ctx.log.error(
          { err, subscription: row.id },
          'can’t compare a subscription with its provider; it will be tried again',
        ),
      );
    }
  } while (rows.length === limit);
  await queries.deleteEventsBefore(ctx.db, new Date(now.getTime() - eventRetention));
}

/**
 * Closes the open checkout of a person who deletes their account, so that nobody pays for it later, and cancels what they
 * still pay for. If the provider does not answer, the job tries
 * again, and the account is not deleted before (docs/product/plans.md#deleting-an-account).
 */
export async function cancelForDeletion(ctx: AppContext, personId: string): Promise<void> {
  await closeCheckout(ctx, personId).catch((err: unknown) =>
    ctx.log.error({ err }, 'can’t close the checkout of an account that is deleted; it will be tried again'),
  );
  for (const row of await queries.markCancelling(ctx.db, personId, ctx.clock.now()))
    await updateOne(ctx, row).catch((err: unknown) =>
      ctx.log.error(
        { err, subscription: row.id },
        'can’t cancel a subscription of an account that is deleted; it will be tried again',
      ),
    );
}

export const updateDueSubscriptions = scheduledJob(
  'update-subscriptions',
  '*/10 * * * *',
  (ctx, signal) => updateDue(ctx, { signal }),
  { retries: 0, timeout: 540 },
);

/** In the night every subscription is compared, since any event may have been lost. One after the other: hours if need be. */
export const compareSubscriptionsNightly = scheduledJob(
  'compare-subscriptions',
  '40 3 * * *',
  async (ctx, signal) => {
    await updateDue(ctx, { all: true, signal });
    await findUnknownSubscriptions(ctx, signal);
  },
  { retries: 0, timeout: 4 * 3600 },
);

/** The key under which subscriptions without an account are stored. */
const stateName = 'unowned-subscriptions';
/** Their ids at the provider; at most ten are stored. */
interface Unowned {
  providerIds: string[];
}
const maxStored = 10;

/** Gives a person a row for a subscription that only the provider has, in its newest state. */
async function adopt(ctx: AppContext, { ids, providerId, plan }: ListedSubscription): Promise<void> {
  await closeCheckout(ctx, ids.person_id);
  const provider = currentProvider(ctx.config);
  const row = {
    ...newSubscription(ctx, provider, ids, offerOf(ctx.config, plan)),
    provider_id: providerId,
  };
  await queries.insertSubscription(ctx.db, row);
  await refresh(ctx, row, provider);
  ctx.log.warn({ subscription: ids.id }, 'a subscription was found at the payment provider only');
}

/**
 * Finds subscriptions that the provider has and the database does not, as after a backup was restored: people get theirs,
 * and what is still charged for someone without an account is stored for `inkling doctor`. A failure does not stop the
 * others; the next run tries it again.
 */
export async function findUnknownSubscriptions(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  const unowned: string[] = [];
  for await (const all of currentProvider(ctx.config).list(ctx)) {
    const missing = await queries.listUnknown(
      ctx.db,
      all.map(({ ids }) => ids),
    );
    const unknown = new Map(missing.map(({ id, has_account }) => [id, has_account]));
    for (const one of all) {
      if (signal?.aborted) return;
      const hasAccount = unknown.get(one.ids.id);
      if (hasAccount === true)
        await adopt(ctx, one).catch((err: unknown) =>
          ctx.log.error({ err, subscription: one.ids.id }, 'can’t restore a subscription'),
        );
      // The subscription of a deleted account may run until the end of what was paid.
      else if (hasAccount === false && one.renews) unowned.push(one.providerId);
    }
  }
  if (unowned.length === 0) return void (await deleteState(ctx.db, stateName));
  ctx.log.error(
    { subscriptions: unowned.length },
    'people without an account are charged; see inkling doctor',
  );
  const state: Unowned = { providerIds: unowned.slice(0, maxStored) };
  await writeState(ctx.db, stateName, state, ctx.clock.now());
}

/** The provider's ids of subscriptions that it charges and that belong to no account here, as of last night: at most ten. */
export const listUnowned = async (db: Db): Promise<string[]> =>
  (await readState<Unowned>(db, stateName))?.value.providerIds ?? [];
