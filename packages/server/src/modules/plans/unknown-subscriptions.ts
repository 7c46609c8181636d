import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { deleteState, readState, writeState } from '../../platform/site-state.queries.ts';
import { offerOf } from './plan-catalogue.ts';
import { currentProvider, type ListedSubscription, newSubscription } from './plan-provider.ts';
import * as queries from './subscriptions.queries.ts';
import { closeCheckout, refresh } from './sync-subscription.ts';

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
