import { allRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import type { ProviderSubscription, SubscriptionRow } from './plan-provider.ts';

export type DueRow = Pick<SubscriptionRow, 'person_id' | 'id'>;

/** Lets one transaction at a time write a person's subscriptions and rights. */
export const lockBilling = (tx: Db, personId: string) =>
  execute(tx)`select pg_advisory_xact_lock(hashtextextended(${`inkling billing ${personId}`}, 0))`;

/** A person's newest subscription, whatever its state. */
export const findNewest = (db: Db, personId: string): Promise<SubscriptionRow | undefined> =>
  firstRow<SubscriptionRow>(db)`
    select * from subscriptions where person_id = ${personId} order by created_at desc, id desc limit 1`;

export const findSubscription = (
  db: Db,
  personId: string,
  id: string,
): Promise<SubscriptionRow | undefined> =>
  firstRow<SubscriptionRow>(db)`select * from subscriptions where person_id = ${personId} and id = ${id}`;

export const findByProviderId = (
  db: Db,
  provider: SubscriptionRow['provider'],
  providerId: string,
): Promise<DueRow | undefined> =>
  firstRow<DueRow>(db)`
    select person_id, id from subscriptions where provider = ${provider} and provider_id = ${providerId}`;

/** The one that is active, past due, or cancelled before its end. */
export const findLive = (db: Db, personId: string): Promise<SubscriptionRow | undefined> =>
  firstRow<SubscriptionRow>(db)`
    select * from subscriptions where person_id = ${personId} and ended_at is null and status <> 'pending'`;

export const findPending = (db: Db, personId: string): Promise<SubscriptionRow | undefined> =>
  firstRow<SubscriptionRow>(db)`
    select * from subscriptions where person_id = ${personId} and status = 'pending'`;

export const insertSubscription = (tx: Db, row: SubscriptionRow) =>
  tx.insertInto('subscriptions').values(row).execute();

export const deleteSubscription = (tx: Db, personId: string, id: string) =>
  tx.deleteFrom('subscriptions').where('person_id', '=', personId).where('id', '=', id).execute();

/** What has ended since then, but may not have at its provider. */
export const listEnded = (db: Db, personId: string, since: Date): Promise<SubscriptionRow[]> =>
  allRows<SubscriptionRow>(db)`
    select * from subscriptions where person_id = ${personId} and ended_at >= ${since} and provider_id is not null`;

/** Deletes a subscription that nobody has paid, unless it has got another checkout in the meantime. */
export const deletePending = (db: Db, { person_id, id, checkout_id }: SubscriptionRow) =>
  execute(db)`
    delete from subscriptions where person_id = ${person_id} and id = ${id} and status = 'pending' and provider_id is null
      and checkout_id is not distinct from ${checkout_id}`;

/** Stores the checkout of a pending subscription; undefined if that is gone. */
export const setCheckout = (db: Db, { person_id, id }: DueRow, checkoutId: string, url: string) =>
  firstRow<SubscriptionRow>(db)`
    update subscriptions set checkout_id = ${checkoutId}, checkout_url = ${url}
    where person_id = ${person_id} and id = ${id} and status = 'pending' returning *`;

/** Begins to write an answer about a row as it was when the provider was asked; undefined if another was written since. */
export const claimRevision = (tx: Db, { person_id, id, revision }: SubscriptionRow) =>
  firstRow<SubscriptionRow>(tx)`
    update subscriptions set revision = revision + 1
    where person_id = ${person_id} and id = ${id} and revision = ${revision} returning *`;

/** Writes the provider's state. */
export const updateState = async (
  tx: Db,
  { person_id, id }: Pick<SubscriptionRow, 'person_id' | 'id'>,
  state: ProviderSubscription,
  now: Date,
): Promise<SubscriptionRow> => {
  const isEnded = state.status === 'ended';
  return tx
    .updateTable('subscriptions')
    .set({
      plan: state.plan,
      status: state.status === 'ended' ? 'cancelled' : state.status,
      price: state.price,
      currency: state.currency,
      period: state.period,
      provider_id: state.id,
      customer_id: state.customerId,
      started_at: state.startedAt,
      paid_until: state.paidUntil,
      renews: state.renews && !isEnded,
      ended_at: isEnded ? sql<Date>`coalesce(ended_at, ${now})` : null,
      ...((isEnded || !state.renews) && { cancelling_since: null }),
    })
    .where('person_id', '=', person_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Writes what the provider says of a second subscription, which stays pending beside the live one. */
export const updateSecond = (tx: Db, { person_id, id }: DueRow, state: ProviderSubscription) =>
  tx
    .updateTable('subscriptions')
    .set({
      provider_id: state.id,
      customer_id: state.customerId,
      renews: state.renews,
      ...(!state.renews && { cancelling_since: null }),
    })
    .where('person_id', '=', person_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const setCancelReason = (tx: Db, personId: string, id: string, reason: string | null) =>
  execute(tx)`
    update subscriptions set cancel_reason = ${reason} where person_id = ${personId} and id = ${id}`;

/** Marks what a person still pays for as being cancelled. */
export const markCancelling = (db: Db, personId: string, now: Date): Promise<DueRow[]> =>
  allRows<DueRow>(db)`
    update subscriptions set cancelling_since = coalesce(cancelling_since, ${now})
    where person_id = ${personId} and ended_at is null and renews and (status <> 'pending' or provider_id is not null)
    returning person_id, id`;

/** Whether the provider may still take money from a person, also with a checkout of which it has not said that it is closed. */
export const isPaying = (db: Db, personId: string): Promise<boolean> =>
  hasRows(db)`select from subscriptions where person_id = ${personId} and ended_at is null and renews`;

/** Before every subscription in the order of `listDue`. */
export const beforeAll: DueRow = {
  person_id: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/**
 * Subscriptions that time may have changed, whose end is to be announced, or whose cancellation waits, and with `all` every one that has not ended: the
 * first of them after one.
 */
export const listDue = (
  db: Db,
  {
    all,
    now,
    checkoutsBefore,
    endingBefore,
  }: { all: boolean; now: Date; checkoutsBefore: Date; endingBefore: Date },
  { after, limit }: { after: DueRow; limit: number },
): Promise<DueRow[]> =>
  allRows<DueRow>(db)`
    select person_id, id from subscriptions s
    where ended_at is null and (person_id, id) > (${after.person_id}, ${after.id})
      and (${all} or paid_until <= ${now} or cancelling_since is not null
        or (status = 'pending' and created_at <= ${checkoutsBefore})
        or (not renews and paid_until <= ${endingBefore} and not exists (
          select from plan_notices n where n.person_id = s.person_id and n.subscription_id = s.id and n.about = 'ending'
            and n.until >= s.paid_until)))
    order by person_id, id limit ${limit}`;

/** Those of these subscriptions that have no row, and whether there is an account for each. */
export const listUnknown = (db: Db, all: readonly DueRow[]): Promise<(DueRow & { has_account: boolean })[]> =>
  allRows<DueRow & { has_account: boolean }>(db)`
    select person_id, id, exists (select from users where users.id = wanted.person_id) as has_account
    from unnest(${all.map(({ person_id }) => person_id)}::uuid[], ${all.map(({ id }) => id)}::uuid[])
      as wanted (person_id, id)
    where not exists (
      select from subscriptions known where known.person_id = wanted.person_id and known.id = wanted.id)`;

/** Records an event of a provider. */
export const addEvent = (tx: Db, provider: string, eventId: string, now: Date) =>
  execute(tx)`
    insert into provider_events (provider, event_id, received_at) values (${provider}, ${eventId}, ${now})
    on conflict do nothing`;

export const hasEvent = (db: Db, provider: string, eventId: string): Promise<boolean> =>
  hasRows(db)`select from provider_events where provider = ${provider} and event_id = ${eventId}`;

export const deleteEventsBefore = (db: Db, before: Date) =>
  execute(db)`delete from provider_events where received_at < ${before}`;

/** Counts one more story in a month, unless there are `max` already; whether it was counted. Concurrent ones wait. */
export const addStart = (tx: Db, personId: string, month: string, max: number | null): Promise<boolean> =>
  hasRows(tx)`insert into story_starts (person_id, month, started) values (${personId}, ${month}::date, 1)
      on conflict (person_id, month) do update set started = story_starts.started + 1
      where ${max}::integer is null or story_starts.started < ${max}::integer
      returning started`;

/** Whether a person has started this many stories in a month. */
export const hasStarted = (db: Db, personId: string, month: string, count: number): Promise<boolean> =>
  hasRows(db)`select from story_starts
      where person_id = ${personId} and month = ${month}::date and started >= ${count}`;
