import { deleteMe } from '@inkling/contract/personal-data';
import * as calls from '@inkling/contract/plans';
import { describe, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { type Person, type TestApp, testApp } from '../../testing/test-app.ts';
import { testPassword } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { setAdmin } from '../users/index.ts';
import { plansState, requireRight } from './index.ts';
import { sandbox } from './sandbox-provider.ts';
import { updateDue } from './subscription-jobs.ts';

// Sessions outlast the months of these tests.
const sessions = { SESSION_IDLE_DAYS: '3650', SESSION_MAX_DAYS: '3650' };
const site = testApp({ ...sessions, PLANS: 'on', PUBLIC_URL: 'https://stories.example' });
const free = testApp({ PLANS: 'off' });
const yen = testApp({ PLANS: 'on', PLAN_CURRENCY: 'JPY', PLAN_PRO_PRICE: '500', PLAN_PREMIUM_PRICE: '980' });

type Body = { paymentMethod?: calls.TestPayment; billingAddress?: Record<string, string> };
const subscribe = (who: Person, planId = 'pro', body: Body = { paymentMethod: 'test_ok' }, to = site) =>
  to.as(who).call(calls.subscribe, { params: { planId }, body });
const mine = async (who: Person, of: TestApp = site) =>
  (await of.as(who).call(calls.getMySubscription, {})).body;
const cancel = (who: Person, reason?: string) => site.as(who).call(calls.unsubscribe, { body: { reason } });
const resume = (who: Person) => site.as(who).call(calls.resumeSubscription, {});
const change = (who: Person, planId: string) => site.as(who).call(calls.changePlan, { params: { planId } });
const pay = (who: Person, id: string, paymentMethod: calls.TestPayment) =>
  site.as(who).call(calls.payCheckout, { params: { id }, body: { paymentMethod } });
const admin = async () => {
  const person = await site.person();
  await setAdmin(site.ctx.db, person.id, true);
  return person;
};
/** Whether a call was refused, and what it says. */
const refusal = ({ status, failure }: { status: number; failure: { code: string; message: string } }) => [
  status,
  failure.code,
  failure.message,
];
const codeOf = (response: Parameters<typeof refusal>[0]) => refusal(response).slice(0, 2);
const rowsOf = (who: Person) =>
  site.ctx.db.selectFrom('subscriptions').selectAll().where('person_id', '=', who.id).execute();

const proRights = ['advancedAnalytics', 'assistant', 'unlimitedStories'];
const allRights = [
  'advancedAnalytics',
  'assistant',
  'exclusiveChapters',
  'prioritySupport',
  'unlimitedStories',
];

describe('plans', () => {
  test('are listed for everyone, with the operator’s prices', async () => {
    const { data, mode } = (await site.as(null).call(calls.listPlans, {})).body;
    expect(mode).toBe('test');
    expect(
      data.map(({ _id, name, price, currency, duration, isMostPopular }) => [
        _id,
        name,
        price,
        currency,
        duration,
        isMostPopular,
      ]),
    ).toEqual([
      ['basic', 'Basic', 0, 'USD', 'month', false],
      ['pro', 'Pro', 4.99, 'USD', 'month', true],
      ['premium', 'Premium', 9.99, 'USD', 'month', false],
    ]);
    expect(data[0]?.features).toEqual(['5 new stories a month']);
    const one = await site.as(null).call(calls.getPlan, { params: { id: 'premium' } });
    expect(one.body.data).toEqual(data[2]);
    expect((await site.as(null).call(calls.getPlan, { params: { id: 'gold' } })).status).toBe(404);
  });

  test('have prices in currencies without decimals, too', async () => {
    const { data } = (await yen.as(null).call(calls.listPlans, {})).body;
    expect(data.map(({ price }) => price)).toEqual([0, 500, 980]);
    const reader = await yen.person();
    await subscribe(reader, 'pro', { paymentMethod: 'test_ok' }, yen);
    const [row] = await yen.ctx.db.selectFrom('subscriptions').selectAll().execute();
    expect(row).toMatchObject({ price: 500, currency: 'JPY' });
  });

  test('that are switched off: nothing is sold, and everyone may do everything', async () => {
    const reader = await free.person();
    expect((await free.as(null).call(calls.listPlans, {})).body).toMatchObject({ data: [], mode: 'off' });
    expect((await mine(reader, free)).rights.toSorted()).toEqual(allRights);
    expect(codeOf(await subscribe(reader, 'pro', {}, free))).toEqual([404, 'NOT_FOUND']);
    await requireRight(free.ctx.db, free.ctx, reader.id, 'assistant');
  });
});

describe('subscribing', () => {
  test('with a payment that succeeds gives the plan for a month', async () => {
    const reader = await site.person();
    expect(await mine(reader)).toMatchObject({ data: null, rights: [], gift: null });
    const { data } = (await subscribe(reader, 'premium')).body;
    const now = site.clock.now();
    expect(data).toMatchObject({
      plan: { _id: 'premium', price: 9.99, currency: 'USD' },
      status: 'active',
      startDate: now.toISOString(),
      cancelAtPeriodEnd: false,
      isEnded: false,
      provider: 'sandbox',
      isTest: true,
      checkoutUrl: null,
    });
    const end = new Date(now);
    end.setUTCMonth(end.getUTCMonth() + 1);
    expect(data.endDate).toBe(end.toISOString());
    expect(await mine(reader)).toMatchObject({ data, rights: allRights });
    await requireRight(site.ctx.db, site.ctx, reader.id, 'exclusiveChapters');
  });

  test('with a payment that is declined changes nothing', async () => {
    const reader = await site.person();
    const pending = (await subscribe(reader, 'pro', {})).body.data;
    const declined = await subscribe(reader, 'premium', { paymentMethod: 'test_declined' });
    expect(refusal(declined)).toEqual([
      402,
      'PAYMENT_DECLINED',
      'The payment was declined. Nothing has changed. Try again, or pay another way.',
    ]);
    expect(await mine(reader)).toMatchObject({ data: pending, rights: [] });
  });

  test('without a way to pay waits at a checkout, where one pays, is declined, or pays once', async () => {
    const reader = await site.person();
    const { data: pending } = (await subscribe(reader, 'pro', {})).body;
    expect(pending).toMatchObject({
      status: 'pending',
      startDate: null,
      endDate: null,
      checkoutUrl: `https://stories.example/store/checkout/${pending._id}`,
    });
    expect((await mine(reader)).rights).toEqual([]);
    expect(codeOf(await pay(reader, pending._id, 'test_declined'))).toEqual([402, 'PAYMENT_DECLINED']);
    expect((await mine(reader)).data).toEqual(pending);
    const { data: paid } = (await pay(reader, pending._id, 'test_ok')).body;
    expect(paid).toMatchObject({ _id: pending._id, status: 'active', checkoutUrl: null });
    site.clock.advance(day);
    expect((await pay(reader, pending._id, 'test_ok')).body.data).toEqual(paid);
    expect(codeOf(await pay(await site.person(), pending._id, 'test_ok'))).toEqual([404, 'NOT_FOUND']);
  });

  test('again replaces a checkout that waits, which can then no longer be paid', async () => {
    const reader = await site.person();
    const first = (await subscribe(reader, 'pro', {})).body.data;
    const second = (await subscribe(reader, 'premium', {})).body.data;
    expect(codeOf(await pay(reader, first._id, 'test_ok'))).toEqual([404, 'NOT_FOUND']);
    expect((await pay(reader, second._id, 'test_ok')).body.data).toMatchObject({ plan: { _id: 'premium' } });
    expect(await rowsOf(reader)).toHaveLength(1);
  });

  test('at a checkout of yesterday is refused, and the checkout is removed', async () => {
    const reader = await site.person();
    const { data } = (await subscribe(reader, 'pro', {})).body;
    site.clock.advance(day);
    expect(refusal(await pay(reader, data._id, 'test_ok'))).toEqual([
      409,
      'CONFLICT',
      'This checkout is no longer open. Please choose a plan in the store again.',
    ]);
    await updateDue(site.ctx);
    expect(await mine(reader)).toMatchObject({ data: null });
  });

  test('beside a plan is refused, with what to do instead', async () => {
    const reader = await site.person();
    await subscribe(reader);
    expect(refusal(await subscribe(reader, 'premium'))).toEqual([
      409,
      'ALREADY_SUBSCRIBED',
      'You already have Pro. You can change to another plan.',
    ]);
    await cancel(reader);
    expect(refusal(await subscribe(reader, 'pro'))[2]).toMatch(
      /^You have Pro until 20\d\d-\d\d-\d\d\. You can resume it/,
    );
    expect(await rowsOf(reader)).toHaveLength(1);
  });

  test('twenty times at once makes one subscription', async () => {
    const reader = await site.person();
    const responses = await Promise.all(Array.from({ length: 20 }, () => subscribe(reader)));
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await rowsOf(reader)).toHaveLength(1);
    const waiting = await site.person();
    await Promise.all(Array.from({ length: 20 }, () => subscribe(waiting, 'pro', {})));
    expect(await rowsOf(waiting)).toMatchObject([{ status: 'pending' }]);
  });

  test('to Basic, to an unknown plan or with an unknown payment is refused', async () => {
    const reader = await site.person();
    expect(codeOf(await subscribe(reader, 'basic'))).toEqual([400, 'BAD_INPUT']);
    expect(codeOf(await subscribe(reader, 'gold'))).toEqual([404, 'NOT_FOUND']);
    const odd = { paymentMethod: 'cash' } as unknown as Body;
    expect(codeOf(await subscribe(reader, 'pro', odd))).toEqual([400, 'BAD_INPUT']);
    expect(codeOf(await subscribe(reader, 'pro', { billingAddress: { country: 'Utopia' } }))).toEqual([
      400,
      'BAD_INPUT',
    ]);
    expect(await rowsOf(reader)).toEqual([]);
  });

  test('the database holds at most one live subscription a person', async () => {
    const reader = await site.person();
    await subscribe(reader);
    const [row] = await rowsOf(reader);
    const second = { ...row, id: reader.id, provider_id: 'another' } as NonNullable<typeof row>;
    await expect(site.ctx.db.insertInto('subscriptions').values(second).execute()).rejects.toThrow(
      'subscriptions_one_live',
    );
  });

  test('does not store the billing address', async () => {
    const reader = await site.person();
    const billingAddress = { name: 'Nora Quill', line1: '1 Zanzibar Row', city: 'Oxford', country: 'GB' };
    expect((await subscribe(reader, 'pro', { paymentMethod: 'test_ok', billingAddress })).status).toBe(200);
    expect(JSON.stringify(await rowsOf(reader))).not.toMatch(/Nora|Zanzibar|Oxford/);
  });
});

describe('the number of a card', () => {
  test.each([
    ['as the payment method', { paymentMethod: '4242 4242 4242 4242' }],
    ['in the address', { billingAddress: { line2: 'card 4242-4242-4242-4242' } }],
    ['in a field of another client', { card: { number: '378282246310005', cvc: '123' } }],
    ['beside other numbers', { billingAddress: { line1: 'Flat 12 4242 4242 4242 4242 7' } }],
    ['as a number', { number: 4242424242424242 }],
    ['as the name of a field', { '4242424242424242': true }],
    ['with dashes as a text editor sets them', { number: '4242–4242–4242–4242' }],
    ['with invisible characters', { number: '4242\u200b4242\u200b4242\u200b4242' }],
    ['in other digits', { paymentMethod: '４２４２４２４２４２４２４２４２' }],
  ])('%s is refused and not repeated', async (_where, body) => {
    const reader = await site.person();
    const response = await subscribe(reader, 'pro', body as unknown as Body);
    expect([response.status, response.failure.code]).toEqual([400, 'BAD_INPUT']);
    expect(response.failure.errors?.map(({ message }) => message)).toContain(
      'Please don’t send card numbers here. Enter them on the payment provider’s page.',
    );
    expect(JSON.stringify(response.failure)).not.toMatch(/4242|3782|４２/);
    expect(await rowsOf(reader)).toEqual([]);
  });

  test('is refused as the reason of a cancellation; other long numbers are not', async () => {
    const reader = await site.person();
    await subscribe(reader);
    expect(codeOf(await cancel(reader, 'wrong card 4242424242424242'))).toEqual([400, 'BAD_INPUT']);
    expect((await cancel(reader, 'order 4242424242424241, phone +44 20 7946 0000')).status).toBe(200);
  });

  test('is not looked for in bodies larger than a subscription needs, which are refused [R63]', async () => {
    const reader = await site.person();
    const other = '1 '.repeat(5000);
    expect(codeOf(await subscribe(reader, 'pro', { other } as unknown as Body))).toEqual([413, 'TOO_LARGE']);
    expect(codeOf(await cancel(reader, other))).toEqual([413, 'TOO_LARGE']);
  });
});

describe('cancelling', () => {
  test('stores the reason, and the plan stays until its end', async () => {
    const reader = await site.person();
    const { endDate } = (await subscribe(reader)).body.data;
    const { data } = (await cancel(reader)).body;
    expect(data).toMatchObject({ status: 'cancelled', cancelAtPeriodEnd: true, endDate, isEnded: false });
    expect(await rowsOf(reader)).toMatchObject([{ cancel_reason: 'user cancelled' }]);
    expect((await cancel(reader, 'Again')).body.data).toEqual(data);
    expect(await rowsOf(reader)).toMatchObject([{ cancel_reason: 'user cancelled' }]);
    expect((await mine(reader)).rights).toEqual(proRights);
    site.clock.set(new Date(endDate ?? ''));
    // Before any job has run.
    expect(await mine(reader)).toMatchObject({ data: { status: 'cancelled', isEnded: true }, rights: [] });
    expect(codeOf(await resume(reader))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await cancel(reader))).toEqual([409, 'CONFLICT']);
    expect((await subscribe(reader, 'premium')).body.data).toMatchObject({ status: 'active' });
    expect(await rowsOf(reader)).toHaveLength(2);
  });

  test('can be taken back before the end', async () => {
    const reader = await site.person();
    const { data } = (await subscribe(reader)).body;
    await cancel(reader);
    expect((await resume(reader)).body.data).toEqual(data);
    expect((await resume(reader)).body.data).toEqual(data);
    expect(await rowsOf(reader)).toMatchObject([{ cancel_reason: null }]);
  });

  test('is possible while suspended; subscribing is not', async () => {
    const reader = await site.person();
    await subscribe(reader);
    await suspend(site.ctx, reader.id);
    expect(codeOf(await change(reader, 'premium'))).toEqual([403, 'SUSPENDED']);
    expect((await cancel(reader)).body.data).toMatchObject({ status: 'cancelled' });
  });

  test('without a plan is refused', async () => {
    const reader = await site.person();
    expect(refusal(await cancel(reader))).toEqual([409, 'CONFLICT', 'You have no plan to cancel.']);
    await subscribe(reader, 'pro', {});
    expect(codeOf(await cancel(reader))).toEqual([409, 'CONFLICT']);
  });
});

describe('changing', () => {
  test('gives the other plan at once, at its price, and resumes a cancelled one', async () => {
    const reader = await site.person();
    const { data } = (await subscribe(reader)).body;
    expect(codeOf(await change(reader, 'pro'))).toEqual([409, 'ALREADY_SUBSCRIBED']);
    const changed = (await change(reader, 'premium')).body.data;
    expect(changed).toMatchObject({
      _id: data._id,
      plan: { _id: 'premium', price: 9.99 },
      endDate: data.endDate,
    });
    expect((await mine(reader)).rights).toEqual(allRights);
    await cancel(reader);
    expect((await change(reader, 'pro')).body.data).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
    });
    expect((await mine(reader)).rights).toEqual(proRights);
  });

  test('needs a plan', async () => {
    const reader = await site.person();
    expect(codeOf(await change(reader, 'premium'))).toEqual([409, 'CONFLICT']);
    expect(codeOf(await change(reader, 'gold'))).toEqual([404, 'NOT_FOUND']);
  });
});

describe('the next payment', () => {
  test('renews a subscription at the price that was agreed', async () => {
    const reader = await site.person();
    const before = (await subscribe(reader)).body.data;
    site.clock.set(new Date(Date.parse(before.endDate ?? '') + 1000));
    await updateDue(site.ctx);
    const { data } = await mine(reader);
    expect(data).toMatchObject({ status: 'active', plan: before.plan, startDate: before.startDate });
    expect(Date.parse(data?.endDate ?? '')).toBeGreaterThan(site.clock.now().getTime());
  });

  test('that fails leaves the plan for the days of grace; paying brings it back', async () => {
    const reader = await site.person();
    const { data } = (await subscribe(reader, 'pro', { paymentMethod: 'test_fails_later' })).body;
    expect(data.status).toBe('active');
    site.clock.set(new Date(data.endDate ?? ''));
    await updateDue(site.ctx);
    expect(await mine(reader)).toMatchObject({
      data: { status: 'past_due', endDate: data.endDate },
      rights: proRights,
      payBy: new Date(Date.parse(data.endDate ?? '') + 7 * day).toISOString(),
    });
    expect(codeOf(await subscribe(reader))).toEqual([409, 'ALREADY_SUBSCRIBED']);
    expect(codeOf(await change(reader, 'premium'))).toEqual([409, 'CONFLICT']);
    site.clock.advance(7 * day);
    expect((await mine(reader)).rights).toEqual([]);
    expect(codeOf(await pay(reader, data._id, 'test_declined'))).toEqual([402, 'PAYMENT_DECLINED']);
    const { url } = (await site.as(reader).call(calls.openPortal, {})).body.data;
    expect(url).toBe(`https://stories.example/store/checkout/${data._id}`);
    expect((await pay(reader, data._id, 'test_ok')).body.data.status).toBe('active');
    expect((await mine(reader)).rights).toEqual(proRights);
    expect(codeOf(await site.as(reader).call(calls.openPortal, {}))).toEqual([409, 'CONFLICT']);
  });

  test('that keeps failing ends the subscription, and cancelling ends it at once', async () => {
    const [patient, hasty] = [await site.person(), await site.person()];
    for (const reader of [patient, hasty])
      await subscribe(reader, 'pro', { paymentMethod: 'test_fails_later' });
    const { data } = await mine(patient);
    site.clock.set(new Date(data?.endDate ?? ''));
    await updateDue(site.ctx);
    expect((await cancel(hasty)).body.data).toMatchObject({ status: 'cancelled', isEnded: true });
    expect((await mine(hasty)).rights).toEqual([]);
    site.clock.advance(14 * day);
    await updateDue(site.ctx);
    expect(await mine(patient)).toMatchObject({ data: { status: 'cancelled', isEnded: true }, rights: [] });
  });
});

describe('a production site', () => {
  test('has no plans without Stripe, and with it none of the test mode', async () => {
    const stripeKeys = {
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_secret',
      STRIPE_PRO_PRICE: 'price_pro',
      STRIPE_PREMIUM_PRICE: 'price_premium',
    };
    const production = { NODE_ENV: 'production', PLANS: 'on' };
    expect(plansState({ config: readConfig(production) })).toEqual({ mode: 'off', message: null });
    expect(plansState({ config: readConfig({ ...production, ...stripeKeys }) })).toEqual({
      mode: 'test',
      message: 'Plans are in test mode',
    });
    expect(plansState({ config: readConfig({ PLANS: 'on' }) }).mode).toBe('test');

    const [waiting, paid] = [await site.person(), await site.person()];
    const checkout = (await subscribe(waiting, 'pro', {})).body.data;
    await subscribe(paid);
    site.ctx.config.production = true;
    try {
      expect(codeOf(await pay(waiting, checkout._id, 'test_ok'))).toEqual([409, 'CONFLICT']);
      await updateDue(site.ctx, { all: true });
      expect(await mine(paid)).toMatchObject({ data: { isEnded: true }, rights: [] });
    } finally {
      site.ctx.config.production = false;
    }
  });
});

describe('a right', () => {
  test('that a person lacks is refused with what to do', async () => {
    const reader = await site.person();
    await expect(requireRight(site.ctx.db, site.ctx, reader.id, 'assistant')).rejects.toMatchObject({
      status: 403,
      code: 'PLAN_REQUIRED',
      message: 'The writing assistant is part of Pro and Premium. Choose a plan in the store.',
    });
  });

  test('comes from a gift, too, and stays when one of two sources ends', async () => {
    const [reader, staff] = [await site.person(), await admin()];
    const until = new Date(site.clock.now().getTime() + 3 * day).toISOString();
    const give = (body: { plan: calls.PaidPlan; until?: string | null }) =>
      site.as(staff).call(calls.givePlan, { params: { username: reader.username.toUpperCase() }, body });
    expect((await give({ plan: 'premium', until })).body.data).toEqual({ plan: 'premium', until });
    expect(await mine(reader)).toMatchObject({
      data: null,
      gift: { plan: 'premium', until },
      rights: allRights,
    });
    await subscribe(reader);
    site.clock.advance(3 * day);
    expect(await mine(reader)).toMatchObject({ gift: null, rights: proRights });
    await give({ plan: 'pro' });
    await give({ plan: 'premium' });
    expect(await mine(reader)).toMatchObject({ gift: { plan: 'premium', until: null }, rights: allRights });
    const take = () => site.as(staff).call(calls.takeBackPlan, { params: { username: reader.username } });
    expect([(await take()).status, (await take()).status]).toEqual([200, 200]);
    expect(await mine(reader)).toMatchObject({ gift: null, rights: proRights });
    expect(codeOf(await give({ plan: 'pro', until }))).toEqual([400, 'BAD_INPUT']);
  });

  test('and a gift are shown to admins, page by page', async () => {
    const staff = await admin();
    const [gifted, subscribed] = [await site.person(), await site.person()];
    await site
      .as(staff)
      .call(calls.givePlan, { params: { username: gifted.username }, body: { plan: 'pro' } });
    await subscribe(subscribed);
    await subscribe(await site.person(), 'pro', {});
    const list = async (page: number, limit: number) =>
      (await site.as(staff).call(calls.listPlanHolders, { query: { page, limit } })).body;
    const { data, pagination, message } = await list(1, 2);
    expect(data).toMatchObject([
      { person: { _id: subscribed.id }, gift: null, subscription: { status: 'active' } },
      { person: { _id: gifted.id }, gift: { plan: 'pro', until: null }, subscription: null },
    ]);
    expect([pagination.hasMore, message]).toEqual([true, null]);
    expect((await list(2, 2)).data.map(({ person }) => person._id)).not.toContain(gifted.id);
    const { total } = pagination;
    expect((await list(1, 100)).data).toHaveLength(Math.min(total, 100));
  });
});

describe('deleting an account', () => {
  const remove = (who: Person) => site.as(who).call(deleteMe, { body: { password: testPassword } });
  const exists = async ({ id }: Person) =>
    (await site.ctx.db.selectFrom('users').select('id').where('id', '=', id).execute()).length > 0;

  test('cancels the subscription first', async () => {
    const reader = await site.person();
    await subscribe(reader);
    expect((await remove(reader)).status).toBe(200);
    expect(await rowsOf(reader)).toMatchObject([
      { status: 'cancelled', renews: false, cancelling_since: null },
    ]);
    site.clock.advance(8 * day);
    await deleteDue(site.ctx);
    expect(await exists(reader)).toBe(false);
    expect(await rowsOf(reader)).toEqual([]);
  });

  test('waits for a provider that does not answer, and is shown', async () => {
    const [reader, staff] = [await site.person(), await admin()];
    await subscribe(reader);
    const silence = vi.spyOn(sandbox, 'cancel').mockRejectedValue(new Error('no answer'));
    expect((await remove(reader)).status).toBe(200);
    const { data } = (await site.as(staff).call(calls.listPlanHolders, { query: { limit: 1 } })).body;
    expect(await rowsOf(reader)).toMatchObject([{ status: 'active', renews: true }]);
    expect(data).toMatchObject([{}]);
    const holders = (await site.as(staff).call(calls.listPlanHolders, { query: { limit: 100 } })).body.data;
    expect(holders.find(({ person }) => person._id === reader.id)?.subscription).toMatchObject({
      isCancelling: true,
    });
    site.clock.advance(8 * day);
    await deleteDue(site.ctx);
    await updateDue(site.ctx);
    expect(await exists(reader)).toBe(true);
    silence.mockRestore();
    await updateDue(site.ctx);
    expect(await rowsOf(reader)).toMatchObject([{ status: 'cancelled', cancelling_since: null }]);
    await deleteDue(site.ctx);
    expect(await exists(reader)).toBe(false);
  });
});
