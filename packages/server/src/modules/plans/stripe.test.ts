import { Writable } from 'node:stream';
import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/plans';
import pino from 'pino';
import Stripe from 'stripe';
import { afterAll, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { sql, transaction } from '../../platform/db/db.ts';
import type { JobHandler, Jobs } from '../../platform/jobs/jobs.ts';
import { logSettings } from '../../platform/log.ts';
import { outsideRequests } from '../../platform/outside-requests.ts';
import { stripeServer } from '../../testing/stripe-server.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { listRights, replaceRights } from './entitlements.queries.ts';
import { offerOf } from './plan-catalogue.ts';
import { newSubscription } from './plan-provider.ts';
import { receiveStripeEvent } from './stripe-events.ts';
import { stripe } from './stripe-provider.ts';
import {
  cancelForDeletion,
  compareSubscriptionsNightly,
  findUnknownSubscriptions,
  listUnowned,
  updateDue,
  updateDueSubscriptions,
} from './subscription-jobs.ts';
import * as queries from './subscriptions.queries.ts';
import { askAndWrite, closeCheckout } from './sync-subscription.ts';

const provider = await stripeServer(() => site.clock.now());
afterAll(() => provider.close());
const secret = 'whsec_secret';
const keys = {
  STRIPE_SECRET_KEY: 'sk_test_key',
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_PRO_PRICE: 'price_pro',
  STRIPE_PREMIUM_PRICE: 'price_premium',
  STRIPE_API_URL: provider.origin,
};
const sessions = { SESSION_IDLE_DAYS: '3650', SESSION_MAX_DAYS: '3650' };
const site = testApp({ ...keys, ...sessions, PLANS: 'on', PUBLIC_URL: 'https://stories.example' });
const { webhooks } = new Stripe('sk_test_key');

let events = 0;
const eventOf = (type: string, object: unknown) => {
  events += 1;
  return JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } });
};
const sign = (payload: string, age = 0) =>
  webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(site.clock.now().getTime() / 1000) - age,
  });
const post = async (payload: string, signature: string | undefined = sign(payload)) =>
  (
    await site.app.http.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      payload,
    })
  ).statusCode;

const subscribe = (who: Person, planId = 'pro') =>
  site.as(who).call(calls.subscribe, { params: { planId }, body: {} });
const mine = async (who: Person) => (await site.as(who).call(calls.getMySubscription, {})).body;
const rowOf = async (who: Person) => {
  const row = await queries.findNewest(site.ctx.db, who.id);
  if (row === undefined) throw new Error('There is no subscription.');
  return row;
};
const rightsOf = (who: Person) => listRights(site.ctx.db, who.id, site.clock.now());

/** Someone who has paid, of which no event has arrived. */
async function paying(plan = 'pro') {
  const person = await site.person();
  await subscribe(person, plan);
  return { person, subscription: provider.pay((await rowOf(person)).checkout_id) };
}
/** Someone with an active subscription. */
async function subscribed(plan = 'pro') {
  const made = await paying(plan);
  await post(eventOf('customer.subscription.created', made.subscription));
  return made;
}

test('one pays at Stripe, changes, cancels, resumes, and opens the portal', async () => {
  const { person, subscription } = await paying();
  expect((await mine(person)).data).toMatchObject({ status: 'pending', provider: 'stripe', isTest: true });
  expect((await mine(person)).data?.checkoutUrl).toMatch(/^https:\/\/checkout\.stripe\.example\//);
  expect(await post(eventOf('invoice.paid', { parent: { subscription_details: { subscription } } }))).toBe(
    200,
  );
  expect(await rightsOf(person)).toEqual([]);
  expect(await post(eventOf('customer.subscription.created', subscription))).toBe(200);
  expect(await mine(person)).toMatchObject({
    data: { status: 'active', plan: { _id: 'pro', price: 4.99 }, checkoutUrl: null },
    rights: ['advancedAnalytics', 'assistant', 'unlimitedStories'],
  });
  const again = await subscribe(person);
  expect([again.status, again.failure.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  provider.control.declines = true;
  const declined = await site.as(person).call(calls.changePlan, { params: { planId: 'premium' } });
  provider.control.declines = false;
  expect([declined.status, declined.failure.code]).toEqual([402, 'PAYMENT_DECLINED']);
  expect(declined.failure.message).not.toContain('4242');
  expect((await mine(person)).data?.plan._id).toBe('pro');
  const changed = await site.as(person).call(calls.changePlan, { params: { planId: 'premium' } });
  expect(changed.body.data).toMatchObject({ plan: { _id: 'premium', price: 9.99 }, status: 'active' });
  const cancelled = await site.as(person).call(calls.unsubscribe, { body: { reason: 'enough' } });
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', isEnded: false });
  expect((await site.as(person).call(calls.resumeSubscription, {})).body.data.status).toBe('active');
  // Cancelled in the portal, which sets a time.
  subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? 0;
  await post(eventOf('customer.subscription.updated', subscription));
  expect((await mine(person)).data).toMatchObject({ status: 'cancelled', cancelAtPeriodEnd: true });
  expect((await site.as(person).call(calls.resumeSubscription, {})).body.data.status).toBe('active');
  const { url } = (await site.as(person).call(calls.openPortal, {})).body.data;
  expect(url).toContain('https://billing.stripe.example/cus_');
  const sent = expect.objectContaining({ host: '127.0.0.1', purpose: 'payments' });
  await expect.poll(() => outsideRequests(site.ctx)).toContainEqual(sent);
});

test('a change whose answer comes after a cancellation does not make the subscription live again', async () => {
  const { person } = await subscribed();
  const row = await rowOf(person);
  let changes = 0;
  const after = await askAndWrite(site.ctx, row, async (asked) => {
    changes += 1;
    const changed = await stripe.change(site.ctx, asked, offerOf(site.ctx.config, 'premium'));
    // Someone who does not wait for the answer cancels in another tab.
    await site.as(person).call(calls.unsubscribe, { body: { reason: 'enough' } });
    return changed;
  });
  expect(changes).toBe(1);
  expect(after).toMatchObject({ plan: 'premium', status: 'cancelled', renews: false });
  expect((await mine(person)).data).toMatchObject({ status: 'cancelled', cancelAtPeriodEnd: true });
});

test('a second checkout closes the first; one that was paid in the meantime is not bought twice', async () => {
  const person = await site.person();
  await subscribe(person);
  const first = (await rowOf(person)).checkout_id;
  await subscribe(person, 'premium');
  expect(provider.checkouts.get(first ?? '')?.status).toBe('expired');
  provider.pay((await rowOf(person)).checkout_id);
  const again = await subscribe(person);
  expect([again.status, again.failure.code]).toEqual([409, 'ALREADY_SUBSCRIBED']);
  const raced = await site.person();
  await subscribe(raced);
  provider.pay((await rowOf(raced)).checkout_id);
  expect(await closeCheckout(site.ctx, raced.id)).toMatchObject({ status: 'active' });
  const withMethod = await site
    .as(person)
    .call(calls.subscribe, { params: { planId: 'pro' }, body: { paymentMethod: 'test_ok' } });
  expect(withMethod.status).toBe(409);
  const other = await site.person();
  await subscribe(other);
  const refused = await site
    .as(other)
    .call(calls.subscribe, { params: { planId: 'pro' }, body: { paymentMethod: 'test_ok' } });
  expect(refused.status).toBe(400);
  expect(provider.checkouts.get((await rowOf(other)).checkout_id ?? '')?.status).toBe('open');
});

test('whoever deletes their account can no longer pay an open checkout, and what was paid is cancelled', async () => {
  const [late, paid] = [await site.person(), await site.person()];
  await subscribe(late);
  const open = (await rowOf(late)).checkout_id;
  await cancelForDeletion(site.ctx, late.id);
  expect(provider.checkouts.get(open ?? '')?.status).toBe('expired');
  expect(await queries.findPending(site.ctx.db, late.id)).toBeUndefined();
  await subscribe(paid);
  provider.pay((await rowOf(paid)).checkout_id);
  await cancelForDeletion(site.ctx, paid.id);
  expect(await rowOf(paid)).toMatchObject({ status: 'cancelled', renews: false });
});

test('whoever deletes their account pays for none of two subscriptions, and stays until Stripe has said so', async () => {
  const { person, subscription: first } = await subscribed();
  const ids = { person_id: person.id, id: newId(site.clock.now().getTime()) };
  const offer = offerOf(site.ctx.config, 'premium');
  await queries.insertSubscription(site.ctx.db, newSubscription(site.ctx, stripe, ids, offer));
  const begun = await stripe.begin(site.ctx, {
    personId: person.id,
    subscriptionId: ids.id,
    offer,
    paymentMethod: undefined,
  });
  const { checkoutId, url } = 'checkout' in begun ? begun.checkout : { checkoutId: '', url: '' };
  await queries.setCheckout(site.ctx.db, ids, checkoutId, url);
  const second = provider.pay(checkoutId);
  const silence = vi.spyOn(stripe, 'expireCheckout').mockRejectedValue(new Error('no answer'));
  await cancelForDeletion(site.ctx, person.id);
  expect([first, second].map((one) => one.cancel_at_period_end)).toEqual([true, false]);
  expect(await queries.isPaying(site.ctx.db, person.id)).toBe(true);
  silence.mockRestore();
  await cancelForDeletion(site.ctx, person.id);
  expect(second.cancel_at_period_end).toBe(true);
  expect(await queries.isPaying(site.ctx.db, person.id)).toBe(false);
});

test('what is unpaid or paused is cancelled at Stripe before the person subscribes again or is deleted', async () => {
  for (const [status, then] of [
    ['unpaid', (who: Person) => subscribe(who)],
    ['paused', (who: Person) => cancelForDeletion(site.ctx, who.id)],
  ] as const) {
    const { person, subscription } = await subscribed();
    subscription.status = status;
    await post(eventOf('customer.subscription.updated', subscription));
    await then(person);
    expect(subscription.status).toBe('canceled');
  }
});

test('each of the states of Stripe is one of ours', async () => {
  const { person, subscription } = await subscribed();
  const stateAfter = async (status: string) => {
    subscription.status = status;
    await post(eventOf('customer.subscription.updated', subscription));
    const row = await rowOf(person);
    return [row.status, row.ended_at !== null, (await rightsOf(person)).length];
  };
  expect(await stateAfter('trialing')).toEqual(['active', false, 3]);
  expect(await stateAfter('past_due')).toEqual(['past_due', false, 3]);
  expect((await mine(person)).data?.checkoutUrl).toBeNull();
  for (const ended of ['unpaid', 'paused', 'canceled'])
    expect(await stateAfter(ended)).toEqual(['cancelled', true, 0]);
  expect(await stateAfter('active')).toEqual(['active', false, 3]);
  const never = await paying();
  never.subscription.status = 'incomplete';
  expect(await post(eventOf('customer.subscription.updated', never.subscription))).toBe(200);
  expect([(await rowOf(never.person)).status, await rightsOf(never.person)]).toEqual(['pending', []]);
  never.subscription.status = 'incomplete_expired';
  await post(eventOf('customer.subscription.updated', never.subscription));
  expect((await mine(never.person)).data).toBeNull();
});

test('past due, a plan stays for the days of grace, from the end of what was paid', async () => {
  const { person, subscription } = await subscribed();
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error('It has no item.');
  const paidUntil = item.current_period_end;
  site.clock.advance(30 * day);
  Object.assign(item, { current_period_start: paidUntil, current_period_end: paidUntil + 30 * 86_400 });
  subscription.status = 'past_due';
  await post(
    eventOf('invoice.payment_failed', {
      parent: { subscription_details: { subscription: subscription.id } },
    }),
  );
  expect((await rowOf(person)).paid_until).toEqual(new Date(paidUntil * 1000));
  expect(await rightsOf(person)).toHaveLength(3);
  site.clock.advance(8 * day);
  expect(await rightsOf(person)).toEqual([]);
});

test('a renewal is told once it is paid, not when its period begins', async () => {
  const { person, subscription } = await subscribed();
  const [item] = subscription.items.data;
  if (item === undefined) throw new Error('It has no item.');
  const noticesOf = async () => {
    const { rows } = await sql<{ about: string; is_renewal: boolean }>`
      select about, is_renewal from plan_notices where person_id = ${person.id} order by id`.execute(
      site.ctx.db,
    );
    return rows.map(({ about, is_renewal }) => (is_renewal ? `${about} again` : about));
  };
  expect(await noticesOf()).toEqual(['paid']);
  const paidUntil = item.current_period_end;
  site.clock.advance(30 * day);
  Object.assign(item, { current_period_start: paidUntil, current_period_end: paidUntil + 30 * 86_400 });
  const come = async (status: string, invoice: string) => {
    Object.assign(subscription, { status });
    subscription.latest_invoice.status = invoice;
    await post(eventOf('customer.subscription.updated', subscription));
    return noticesOf();
  };
  expect(await come('active', 'draft')).toEqual(['paid']);
  expect(await come('past_due', 'open')).toEqual(['paid', 'failed again']);
  expect(await come('active', 'paid')).toEqual(['paid', 'failed again', 'paid again']);
});

const orders = [0, 1, 2, 3].flatMap((a) =>
  [0, 1, 2, 3].flatMap((b) =>
    [0, 1, 2, 3].flatMap((c) =>
      [0, 1, 2, 3].flatMap((d) => (new Set([a, b, c, d]).size === 4 ? [[a, b, c, d]] : [])),
    ),
  ),
);
test('created, paid, cancelled and refunded lead to the same end in every order, each five times at once [R47]', {
  timeout: 120_000,
}, async () => {
  expect(orders).toHaveLength(24);
  for (const order of orders) {
    const { person, subscription } = await paying();
    subscription.cancel_at_period_end = true;
    provider.giveBack(subscription.id, 'refunded');
    const parent = {
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    };
    const all = [
      eventOf('customer.subscription.created', { ...subscription, cancel_at_period_end: false }),
      eventOf('invoice.paid', { parent }),
      eventOf('customer.subscription.updated', subscription),
      eventOf('charge.refunded', { id: `ch_${subscription.id}` }),
    ];
    for (const index of order)
      expect(await Promise.all([1, 2, 3, 4, 5].map(() => post(all[index] ?? '')))).toEqual(
        Array(5).fill(200),
      );
    expect(await rowOf(person)).toMatchObject({ status: 'cancelled', renews: false });
    expect((await rowOf(person)).ended_at).not.toBeNull();
    expect(await rightsOf(person)).toEqual([]);
  }
});

test('a dispute ends the rights for good; a refund of a time that is over does not', async () => {
  const { person, subscription } = await subscribed();
  provider.giveBack(subscription.id, 'disputed');
  await post(eventOf('charge.dispute.created', { id: 'dp_1', charge: `ch_${subscription.id}` }));
  expect(await rightsOf(person)).toEqual([]);
  await post(eventOf('customer.subscription.updated', subscription));
  await updateDue(site.ctx, { all: true });
  expect(await rightsOf(person)).toEqual([]);
  const other = await subscribed();
  const earlier = structuredClone(other.subscription.items.data);
  for (const item of other.subscription.items.data) item.current_period_end -= 60 * 86_400;
  provider.giveBack(other.subscription.id, 'refunded');
  await post(eventOf('charge.refunded', { id: `ch_${other.subscription.id}` }));
  other.subscription.items.data = earlier;
  await updateDue(site.ctx, { all: true });
  expect(await rightsOf(other.person)).toHaveLength(3);
  // A charge that was neither refunded in full nor disputed.
  const third = await subscribed();
  await post(eventOf('charge.refunded', { id: `ch_${third.subscription.id}` }));
  expect(await rightsOf(third.person)).toHaveLength(3);
});

test('events that were changed, are old, unsigned or about something else change nothing', async () => {
  const { person, subscription } = await paying();
  const event = eventOf('customer.subscription.created', subscription);
  expect(await post(event.replace('active', 'paused'), sign(event))).toBe(400);
  expect(await post(event, sign(event, 301))).toBe(400);
  expect(await post(event, '')).toBe(400);
  expect(await post(event, 't=1,v1=00')).toBe(400);
  expect(await post('', 't=1,v1=00')).toBe(400);
  expect((await rowOf(person)).status).toBe('pending');
  expect(await post(eventOf('product.created', {}))).toBe(200);
  const elsewhere = { id: 'sub_of_another_site', metadata: {} };
  expect(await post(eventOf('customer.subscription.updated', elsewhere))).toBe(200);
  expect(await post(event, sign(event, 299))).toBe(200);
  expect((await rowOf(person)).status).toBe('active');
  const { requests } = provider.control;
  expect(await post(event)).toBe(200);
  expect(provider.control.requests).toBe(requests);
  for (const payload of ['{}', 'null', '[]', JSON.stringify({ id: 'evt', type: 'invoice.paid', data: {} })])
    expect(await post(payload), payload).toBe(400);
  expect(await post(eventOf('invoice.paid', null))).toBe(400);
  expect(await post(eventOf('product.created', { text: 'x'.repeat(60_000) }))).toBe(200);
  expect(await post(eventOf('product.created', { text: 'x'.repeat(64 * 1024) }))).toBe(413);
});

test('in the night a lost event is made up for', async () => {
  const { person, subscription } = await subscribed();
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: Math.floor(site.clock.now().getTime() / 1000),
  });
  const adopted = await subscribed();
  await queries.deleteSubscription(site.ctx.db, adopted.person.id, (await rowOf(adopted.person)).id);
  const handlers = new Map<string, JobHandler<never>>();
  const schedules = new Map<string, string>();
  const jobs: Jobs = {
    ...site.ctx.jobs,
    work: ({ name }, handler) => void handlers.set(name, handler),
    schedule: ({ name }, cron) => void schedules.set(name, cron),
  };
  for (const begin of [updateDueSubscriptions, compareSubscriptionsNightly]) begin({ ...site.ctx, jobs });
  expect(Object.fromEntries(schedules)).toEqual({
    'update-subscriptions': '*/10 * * * *',
    'compare-subscriptions': '40 3 * * *',
  });
  const run = (name: string, { signal } = new AbortController()) =>
    handlers.get(name)?.({} as never, { id: name, lastAttempt: true, signal });
  await run('update-subscriptions');
  expect(await rightsOf(person)).toHaveLength(3);
  const stopped = new AbortController();
  stopped.abort();
  await run('compare-subscriptions', stopped);
  expect(await rightsOf(person)).toHaveLength(3);
  const [leaving, running] = [await subscribed(), await subscribed()];
  await queries.markCancelling(site.ctx.db, leaving.person.id, site.clock.now());
  await run('update-subscriptions', stopped);
  expect(leaving.subscription.cancel_at_period_end).toBe(false);
  expect(await queries.findNewest(site.ctx.db, adopted.person.id)).toBeUndefined();
  await run('compare-subscriptions');
  expect([leaving, running].map((one) => one.subscription.cancel_at_period_end)).toEqual([true, false]);
  expect(await rightsOf(person)).toEqual([]);
  expect(await rowOf(adopted.person)).toMatchObject({ status: 'active' });
});

test('a subscription that can’t be restored in the night stops no other, and what is known is not restored again', async () => {
  const [{ person }, broken] = [await subscribed(), await subscribed()];
  const ids = [(await rowOf(person)).id, (await rowOf(broken.person)).id];
  await sql`delete from subscriptions where id = any(${ids}::uuid[])`.execute(site.ctx.db);
  // The newest, which is tried first, has no currency.
  Object.assign(broken.subscription.items.data[0] ?? {}, { price: { id: 'price_pro' } });
  const errors = vi.spyOn(site.ctx.log, 'error');
  await findUnknownSubscriptions(site.ctx);
  expect(await rowOf(person)).toMatchObject({ status: 'active' });
  expect(errors.mock.calls).toEqual([
    [expect.objectContaining({ subscription: ids[1] }), 'can’t restore a subscription'],
  ]);
  errors.mockClear();
  await findUnknownSubscriptions(site.ctx);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
  broken.subscription.status = 'canceled';
  await sql`delete from subscriptions where id = any(${ids}::uuid[])`.execute(site.ctx.db);
});

test('at most ten subscriptions without an account are named', async () => {
  const gone = [];
  for (let index = 0; index < 11; index += 1) gone.push(await subscribed());
  await sql`delete from subscriptions where person_id = any(${gone.map(({ person }) => person.id)}::uuid[])`.execute(
    site.ctx.db,
  );
  await sql`delete from users where id = any(${gone.map(({ person }) => person.id)}::uuid[])`.execute(
    site.ctx.db,
  );
  await findUnknownSubscriptions(site.ctx);
  expect(await listUnowned(site.ctx.db)).toHaveLength(10);
  for (const { subscription } of gone) subscription.status = 'canceled';
  await findUnknownSubscriptions(site.ctx);
  expect(await listUnowned(site.ctx.db)).toEqual([]);
});

test('while fifty events wait, Stripe is told to send others later', async () => {
  const { person, subscription } = await paying();
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = transaction(site.ctx.db, async (tx) => {
    await queries.lockBilling(tx, person.id);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  let refused = 0;
  const posted = Array.from({ length: 53 }, async () => {
    const status = await post(eventOf('customer.subscription.updated', subscription));
    refused += status === 503 ? 1 : 0;
    return status;
  });
  await expect.poll(() => refused).toBe(2);
  released.resolve();
  await holding;
  expect((await Promise.all(posted)).toSorted()).toEqual([...Array(51).fill(200), 503, 503]);
  expect(await rowOf(person)).toMatchObject({ status: 'active' });
});

test('after a backup was restored, the night finds what was begun since: people get theirs, and the operator the rest', async () => {
  const { person, subscription } = await subscribed('premium');
  const [gone, leaving] = [await subscribed(), await subscribed()];
  leaving.subscription.cancel_at_period_end = true;
  const elsewhere = await subscribed();
  elsewhere.subscription.metadata = {};
  const before = await rowOf(person);
  for (const { id } of [person, gone.person, leaving.person, elsewhere.person])
    await queries.deleteSubscription(site.ctx.db, id, (await queries.findNewest(site.ctx.db, id))?.id ?? '');
  await replaceRights(site.ctx.db, person.id, 'subscription:', null);
  await sql`delete from users where id in (${gone.person.id}, ${leaving.person.id})`.execute(site.ctx.db);
  // A checkout that was begun since the backup was restored is closed.
  await subscribe(person);
  const open = (await rowOf(person)).checkout_id;
  provider.control.pageSize = 2;
  const { requests } = provider.control;

  await findUnknownSubscriptions(site.ctx);
  expect(provider.control.requests - requests).toBeGreaterThan(3);
  const found = { checkout_id: null, checkout_url: null, created_at: site.clock.now() };
  expect(await rowOf(person)).toEqual({ ...before, ...found });
  expect(await rightsOf(person)).toHaveLength(5);
  expect(provider.checkouts.get(open ?? '')?.status).toBe('expired');
  expect(await queries.findNewest(site.ctx.db, elsewhere.person.id)).toBeUndefined();
  expect(await listUnowned(site.ctx.db)).toEqual([gone.subscription.id]);

  const after = await rowOf(person);
  gone.subscription.status = 'canceled';
  await findUnknownSubscriptions(site.ctx);
  expect(await rowOf(person)).toEqual(after);
  expect(await listUnowned(site.ctx.db)).toEqual([]);
  const cancelled = await site.as(person).call(calls.unsubscribe, { body: { reason: 'enough' } });
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', isEnded: false });
  expect(subscription.cancel_at_period_end).toBe(true);
});

test('while Stripe is silent, those who wait for it hold no connection, and nothing has changed for them', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => site.person()));
  provider.control.hangs = true;
  const before = provider.control.requests;
  const all = Promise.all(people.map(async (person) => (await subscribe(person)).status));
  await expect.poll(() => provider.control.requests - before).toBe(20);
  const { pool } = site.database;
  await expect.poll(() => [pool.totalCount - pool.idleCount, pool.waitingCount]).toEqual([0, 0]);
  expect((await site.as(null).call(calls.listPlans, {})).status).toBe(200);
  expect(await all).toEqual(Array(20).fill(503));
  provider.control.hangs = false;
  for (const person of people) expect((await mine(person)).data).toBeNull();
  expect((await subscribe(people[0] as Person)).status).toBe(200);
}, 60_000);

test('of two plans that are chosen at once one can be paid, and a checkout that came too late is closed', async () => {
  const person = await site.person();
  let second = 0;
  provider.control.beforeCheckout = async () => {
    second = (await subscribe(person, 'premium')).status;
  };
  expect((await subscribe(person, 'pro')).status).toBe(409);
  expect(second).toBe(200);
  const { checkout_id: id } = await rowOf(person);
  const of = (each: { metadata: Record<string, string | null> }) => each.metadata.person === person.id;
  const open = [...provider.checkouts.values()].filter((each) => of(each) && each.status === 'open');
  expect(open.map((each) => each.id)).toEqual([id]);
});

test('a subscription whose checkout was not stored because of a crash is replaced, or gone after a day', async () => {
  const [returning, gone] = [await site.person(), await site.person()];
  for (const { id } of [returning, gone]) {
    const ids = { person_id: id, id: newId(site.clock.now().getTime()) };
    const offer = offerOf(site.ctx.config, 'pro');
    await queries.insertSubscription(site.ctx.db, newSubscription(site.ctx, stripe, ids, offer));
  }
  await updateDue(site.ctx, { all: true });
  expect((await mine(gone)).data).toMatchObject({ status: 'pending', checkoutUrl: null });
  expect((await subscribe(returning)).body.data.checkoutUrl).toMatch(/^https:/);
  site.clock.advance(day);
  await updateDue(site.ctx);
  expect((await mine(gone)).data).toBeNull();
});

test('nothing of a body is logged, nor what Stripe says about a payment', async () => {
  let lines = '';
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines += chunk;
      done();
    },
  });
  const ctx = { ...site.ctx, log: pino(logSettings({ LOG_LEVEL: 'trace' }), output) };
  const card = '4242 4242 4242 4242';
  const payload = eventOf('charge.refunded', { id: 'ch_unknown', card });
  await expect(receiveStripeEvent(ctx, Buffer.from(payload), 't=1,v1=00')).rejects.toThrow(/signed/);
  await expect(receiveStripeEvent(ctx, Buffer.from(payload), sign(payload))).rejects.toThrow(
    /isn’t responding/,
  );
  expect(lines).toContain('Stripe refused a request');
  expect(lines).not.toContain('4242');
});

test('the settings of Stripe go together', () => {
  const { STRIPE_WEBHOOK_SECRET: _, ...without } = keys;
  expect(() => readConfig(without)).toThrow('STRIPE_WEBHOOK_SECRET: is missing');
  expect(() => readConfig({ ...keys, STRIPE_SECRET_KEY: 'pk_live_x' })).toThrow('use the secret key');
});
