import { getMe } from '@inkling/contract/account';
import { listNotifications, setNotificationSettings } from '@inkling/contract/notifications';
import {
  payCheckout,
  resumeSubscription,
  subscribe,
  type TestPayment,
  unsubscribe,
} from '@inkling/contract/plans';
import { afterAll, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { sandbox } from './sandbox-provider.ts';
import { updateDue } from './subscription-jobs.ts';
import { findNewest } from './subscriptions.queries.ts';
import { receiveEvent } from './sync-subscription.ts';

const sink = await emailSink();
afterAll(() => sink.leave());
const site = testApp({ SMTP_URL: sink.impatientUrl, PLANS: 'on', PUBLIC_URL: 'https://stories.example' });

async function subscriber(paymentMethod: TestPayment, isVerified = true): Promise<Person> {
  site.clock.set(new Date('2030-03-01T12:00:00Z'));
  const person = await site.person();
  await site.ctx.db
    .updateTable('users')
    .set({ is_verified: isVerified, email_notifications: false })
    .where('id', '=', person.id)
    .execute();
  await site.as(person).call(subscribe, { params: { planId: 'pro' }, body: { paymentMethod } });
  return person;
}

/** What time and the provider make of it, some times over, some days later. */
async function after(days: number): Promise<void> {
  site.clock.advance(days * day);
  for (let time = 0; time < 3; time += 1) await updateDue(site.ctx, { all: time === 1 });
  await site.runEvents();
  await site.runJobs();
}
const bell = async (who: Person) =>
  (await site.as(who).call(listNotifications, { query: { kind: 'plan' } })).body.data.map(
    ({ text, link }) => {
      expect(link).toBe('/store');
      return text;
    },
  );
const emailed = (who: Person) =>
  sink
    .taken()
    .filter(({ to }) => to?.[0]?.address === `${who.username}@example.test`)
    .map(({ subject = '', text = '' }) => `${subject}. ${text.replace(/\s+/g, ' ')}`);

const receipt = 'We received your payment for Pro ($4.99 a month). It’s paid until April 1, 2030.';
const renewal = 'Pro was renewed ($4.99 a month). It’s paid until May 1, 2030.';
const failed = 'Your payment for Pro failed. Pay in the store to keep your plan.';
const ending =
  'Your Pro plan ends on April 1, 2030 and won’t renew. You can resume it in the store until then.';
const inTest = (text: string) => `${text} Test mode: no money moved.`;

test('a payment and a renewal are told by the bell and by email, each once, also to people without emails', async () => {
  const ada = await subscriber('test_ok');
  await after(0);
  expect(await bell(ada)).toEqual([inTest(receipt)]);
  expect(emailed(ada)).toEqual([expect.stringContaining(receipt)]);
  await after(20);
  // Keeps the session alive.
  await bell(ada);
  await after(11);
  expect(await bell(ada)).toEqual([inTest(renewal), inTest(receipt)]);
  expect(emailed(ada)).toEqual([expect.stringContaining(renewal)]);
});

test('a failed payment is told once and shown as due until it is paid', async () => {
  const ada = await subscriber('test_fails_later');
  const isDue = async () => (await site.as(ada).call(getMe, {})).body.user.isPaymentDue;
  await after(0);
  emailed(ada);
  expect(await isDue()).toBe(false);
  await after(20);
  // Keeps the session alive.
  await bell(ada);
  await after(11);
  await after(1);
  expect(await isDue()).toBe(true);
  expect(await bell(ada)).toEqual([failed, inTest(receipt)]);
  const emails = emailed(ada);
  expect(emails).toEqual([expect.stringContaining(failed)]);
  expect(emails[0]).toMatch(/^Your payment failed\. /);
  const id = (await findNewest(site.ctx.db, ada.id))?.id ?? '';
  await site.as(ada).call(payCheckout, { params: { id }, body: { paymentMethod: 'test_ok' } });
  await after(0);
  expect(await isDue()).toBe(false);
  expect(await bell(ada)).toEqual([inTest(renewal), inTest(receipt)]);
  expect(emailed(ada)).toEqual([expect.stringContaining(renewal)]);
});

test('three days before a plan ends that will not renew its person is told, once, and not of one that renews', async () => {
  const [ada, bo] = [await subscriber('test_ok'), await subscriber('test_ok')];
  const cancel = () => site.as(ada).call(unsubscribe, { body: {} });
  await cancel();
  await after(27);
  expect(await bell(ada)).toEqual([inTest(receipt)]);
  emailed(ada);
  await after(1);
  expect(await bell(ada)).toEqual([ending, inTest(receipt)]);
  expect(emailed(ada)).toEqual([expect.stringContaining(ending)]);
  expect(await bell(bo)).toEqual([inTest(receipt)]);
  // It tells nothing false after a change of mind, and nothing twice.
  await site.as(ada).call(resumeSubscription, {});
  expect(await bell(ada)).toEqual([inTest(receipt)]);
  await cancel();
  await after(0);
  expect(await bell(ada)).toEqual([ending, inTest(receipt)]);
  expect(emailed(ada)).toEqual([]);
});

test('repeated and late events of a provider tell nothing twice, and an earlier end is no payment', async () => {
  const ada = await subscriber('test_ok');
  const row = await findNewest(site.ctx.db, ada.id);
  if (row?.paid_until == null) throw new Error('Nothing is paid.');
  const paid = await sandbox.find(site.ctx, row);
  let state = paid;
  const event = (id: string) =>
    receiveEvent(
      site.ctx,
      { ...sandbox, find: async () => state },
      { id, personId: ada.id, subscriptionId: row.id },
    );
  const [end, earlier] = [row.paid_until, new Date(row.paid_until.getTime() - 10 * day)];
  for (const [index, paidUntil] of [end, earlier, end, earlier, end].entries()) {
    state = { ...paid, paidUntil };
    await event(`one-${index}`);
    await event('one-0');
  }
  await after(0);
  expect(await bell(ada)).toEqual([inTest(receipt)]);
  expect(emailed(ada)).toHaveLength(1);
});

test('an operator whose Stripe emails payments itself sends no second email; the bell stays', async () => {
  const ada = await subscriber('test_ok');
  await site.ctx.db
    .updateTable('subscriptions')
    .set({ is_test: false })
    .where('person_id', '=', ada.id)
    .execute();
  Object.assign(site.ctx.config, { STRIPE_SENDS_EMAILS: true });
  await site.runEvents();
  await site.runJobs();
  expect(emailed(ada)).toEqual([]);
  expect(await bell(ada)).toEqual([receipt]);
  Object.assign(site.ctx.config, { STRIPE_SENDS_EMAILS: false });
});

test('what a plan costs goes to no unverified address, and cannot be muted', async () => {
  const ada = await subscriber('test_ok', false);
  await after(0);
  expect(emailed(ada)).toEqual([]);
  expect(await bell(ada)).toHaveLength(1);
  const muting = { mutedKinds: ['plan' as never] };
  expect((await site.as(ada).call(setNotificationSettings, { body: muting })).status).toBe(400);
});
