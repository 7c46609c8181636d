import type { Plan, PlansMode, Subscription } from '@inkling/contract/plans';
import type { InventoryEntry, StoreItem } from '@inkling/contract/store';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { PaymentBanner } from '../../features/layout/payment-banner.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Inventory from '../inventory/inventory.tsx';
import StoreScreen from './store.tsx';

resetBetweenTests();

const ribbon: StoreItem = {
  _id: 'silk-ribbon',
  id: 'silk-ribbon',
  name: 'Silk ribbon',
  description: 'Marks saved stories.',
  image: '/items/silk-ribbon.svg',
  kind: 'ribbon',
  price: { currency: 'ink', amount: 100 },
  isOwned: false,
  requires: null,
};
const balance = { ink: 140, coins: 1, gems: 0 };
const shown = (items: StoreItem[], has: typeof balance | null = balance) =>
  mockCall('GET /store', { success: true, data: items, balance: has });
const entry: InventoryEntry = {
  _id: idOf(70),
  item: { ...ribbon, isOwned: true },
  count: 1,
  isInUse: false,
  restDays: [],
  undoUntil: new Date(Date.now() + 60_000).toISOString(),
};

type StoreProps = Parameters<typeof StoreScreen>[0];
const plansWith = (data: CallResponse<'GET /subscriptions/plans'>['data'], mode: PlansMode = 'test') =>
  ({ success: true, data, mode }) as const;
const propsWith = (store: unknown, plans: unknown = store && plansWith([])) =>
  ({ loaderData: { store, plans, address: '' } }) as unknown as StoreProps;
const priced = { currency: 'USD', duration: 'month' as const, description: 'For writers.', features: [] };
const basic: Plan = { ...priced, _id: 'basic', name: 'Basic', price: 0, isMostPopular: false };
const pro: Plan = { ...priced, _id: 'pro', name: 'Pro', price: 4.99, isMostPopular: true };
const premium: Plan = { ...priced, _id: 'premium', name: 'Premium', price: 9.99, isMostPopular: false };
type MyPlan = CallResponse<'GET /subscriptions/me'>;
const nothing: MyPlan = { success: true, data: null, rights: [], gift: null, payBy: null };
const subscribed: Subscription = {
  _id: idOf(80),
  plan: pro,
  status: 'active',
  startDate: '2026-03-01T12:00:00.000Z',
  endDate: '2026-04-01T12:00:00.000Z',
  cancelAtPeriodEnd: false,
  isEnded: false,
  isCancelling: false,
  provider: 'sandbox',
  isTest: true,
  checkoutUrl: null,
};
/** As the layout does, which knows the reader. */
function AsMember({ children }: { children: React.ReactNode }) {
  useMe();
  return children;
}
const openAs = (user: typeof me, screen: React.ReactNode, mine: Partial<MyPlan> = {}) => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user });
  mockCall('GET /subscriptions/plans', plansWith([basic, pro, premium]));
  mockCall('GET /subscriptions/me', { ...nothing, ...mine });
  return renderPage(<AsMember>{screen}</AsMember>);
};
const openStore = (user = me, mine: Partial<MyPlan> = {}) =>
  openAs(user, <StoreScreen {...propsWith(null)} />, mine);
const hidden = { ...me, readingPreferences: { ...me.readingPreferences, hidesRewards: true } };

// First: the token of a test that signs in stays in the page.
test('visitors see the items without a way to buy them', async () => {
  await renderPage(<StoreScreen {...propsWith({ success: true, data: [ribbon], balance: null })} />);
  await expect.element(page.getByRole('heading', { name: 'Silk ribbon' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Buy/ }).elements()).toEqual([]);
});

test('a visitor who wants to subscribe is led to the sign-in screen, with the reason', async () => {
  const props = propsWith({ success: true, data: [], balance: null }, plansWith([basic, pro, premium]));
  await renderPage(<StoreScreen {...props} />);
  await expect.element(page.getByText('Most Popular')).toBeVisible();
  await expect.element(page.getByText('Test mode: no money moves')).toBeVisible();
  expect(page.getByRole('button', { name: 'Login to Subscribe' }).elements()).toHaveLength(2);
});

test('without plans, the store does not mention any', async () => {
  const props = propsWith({ success: true, data: [ribbon], balance: null }, plansWith([], 'off'));
  await renderPage(<StoreScreen {...props} />);
  await expect.element(page.getByText(/Nothing here costs money/)).toBeVisible();
  expect(page.getByText(/subscri|\bplan/i).elements()).toEqual([]);
});

test('empty sections have the specified texts', async () => {
  await renderPage(<StoreScreen {...propsWith({ success: true, data: [], balance: null })} />);
  await expect.element(page.getByText('No store items available at the moment')).toBeVisible();
  await expect.element(page.getByText('No subscription plans are currently available')).toBeVisible();
});

test('buying asks for the price first, and sends a repeated request with the same id', async () => {
  shown([ribbon]);
  await openStore();
  await page.getByRole('button', { name: 'Buy Silk ribbon' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Buy “Silk ribbon” for 100 ink?' });
  await expect.element(dialog).toBeVisible();
  const { sent } = mockCall('POST /store/purchase/{id}', {
    success: true,
    data: { item: { ...ribbon, isOwned: true }, balance: { ...balance, ink: 40 } },
  });
  shown([{ ...ribbon, isOwned: true }], { ...balance, ink: 40 });
  await dialog.getByRole('button', { name: 'Buy' }).click();
  await expect.element(page.getByText(/^“Silk ribbon” is yours\./)).toBeVisible();
  await expect.element(page.getByText('40 ink')).toBeVisible();
  expect(sent).toEqual([{ _id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
  const used = mockCall('POST /gamification/inventory/{id}/use', {
    success: true,
    data: { ...entry, isInUse: true },
  });
  await page.getByRole('button', { name: 'Use it now: Silk ribbon' }).click();
  await expect.element(page.getByRole('button', { name: 'In use: Silk ribbon' })).toHaveFocus();
  expect(used.sent).toHaveLength(1);
});

test('what costs more than the reader has says how much is missing', async () => {
  shown([{ ...ribbon, price: { currency: 'ink', amount: 200 } }]);
  await openStore();
  await expect.element(page.getByText('60 ink to go')).toBeVisible();
  expect(page.getByRole('button', { name: /^Buy/ }).elements()).toEqual([]);
});

test('a refusal says what is missing', async () => {
  shown([ribbon]);
  await openStore();
  mockFailure('POST /store/purchase/{id}', 'NOT_ENOUGH', 'You need 60 more ink.');
  await page.getByRole('button', { name: 'Buy Silk ribbon' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Buy' }).click();
  await expect.element(page.getByText('You need 60 more ink.')).toBeVisible();
});

test('without rewards, the store says so', async () => {
  shown([ribbon]);
  await openStore(hidden);
  await expect.element(page.getByText(/^Rewards are switched off/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Buy/ }).elements()).toEqual([]);
});

test('an item is put in use, and its purchase undone', async () => {
  mockCall('GET /inventory', { success: true, data: [entry] });
  await openAs(me, <Inventory />);
  const inUse = { ...entry, isInUse: true, undoUntil: null };
  mockCall('POST /gamification/inventory/{id}/use', { success: true, data: inUse });
  mockCall('GET /inventory', { success: true, data: [inUse] });
  await page.getByRole('switch', { name: 'Use Silk ribbon' }).click();
  await expect.element(page.getByRole('switch', { name: 'Use Silk ribbon' })).toBeChecked();
  await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).elements()).toEqual([]);
});

test('undoing a purchase empties the inventory', async () => {
  mockCall('GET /inventory', { success: true, data: [entry] });
  await openAs(me, <Inventory />);
  mockCall('POST /inventory/{id}/undo', { success: true, data: { ...balance, ink: 240 } });
  await expect.element(page.getByRole('button', { name: /^Undo purchase/ })).toBeVisible();
  mockCall('GET /inventory', { success: true, data: [] });
  await page.getByRole('button', { name: /^Undo purchase/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});

test('a rest day is taken for today, then for tomorrow', async () => {
  const restDay: InventoryEntry = {
    ...entry,
    item: { ...ribbon, _id: 'rest-day', id: 'rest-day', name: 'Rest day', kind: 'rest-day' },
    count: 2,
    undoUntil: null,
  };
  mockCall('GET /inventory', { success: true, data: [restDay] });
  await openAs(me, <Inventory />);
  await expect.element(page.getByText('You have 2 rest days.')).toBeVisible();
  const used = { ...restDay, count: 1, restDays: ['2026-03-02'] };
  mockCall('POST /gamification/inventory/{id}/use', { success: true, data: used });
  mockCall('GET /inventory', { success: true, data: [used] });
  await page.getByRole('button', { name: 'Rest today' }).click();
  await expect.element(page.getByRole('button', { name: 'Rest tomorrow' })).toBeVisible();
  await expect.element(page.getByText(/Taken: Mar 2, 2026/)).toBeVisible();
});

function openPlans(mine: Partial<MyPlan>) {
  shown([]);
  return openStore(me, mine);
}
const inBox = (text: string) =>
  page.getByRole('alert').filter({ hasText: 'Subscription Error' }).getByText(text, { exact: true });

test('a failure to subscribe is shown in its box with the cause, else with the specified text', async () => {
  await openPlans({});
  mockBadGateway('POST /subscriptions/subscribe/{planId}');
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect.element(inBox('Failed to subscribe')).toBeVisible();
  mockFailure('POST /subscriptions/subscribe/{planId}', 'ALREADY_SUBSCRIBED', 'You have Pro already.');
  mockCall('GET /subscriptions/me', { ...nothing, data: subscribed });
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect.element(inBox('You have Pro already.')).toBeVisible();
  await expect.element(page.getByText(/^You’re on Pro for \$4\.99 a month\./)).toBeVisible();
  expect(page.getByRole('button', { name: /^Subscribe to/ }).elements()).toEqual([]);
});

test('a failure to cancel is shown in its box, and the plan stays', async () => {
  await openPlans({ data: subscribed });
  const { sent } = mockBadGateway('POST /subscriptions/unsubscribe');
  await page.getByRole('button', { name: 'Cancel Subscription' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel your Pro subscription?' });
  await expect.element(dialog.getByText(/^You’ll stay on Pro until Apr 1, 2026/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect.element(inBox('Failed to cancel subscription')).toBeVisible();
  expect(sent).toEqual([{ reason: 'user cancelled' }]);
  await expect.element(page.getByText(/^You’re on Pro/)).toBeVisible();
});

test.for<[string, Partial<Subscription>, string | null, RegExp]>([
  [
    'pending',
    { status: 'pending', startDate: null, endDate: null },
    null,
    /^Your checkout for Pro \(\$4\.99/,
  ],
  [
    'past due',
    { status: 'past_due' },
    '2999-04-08T12:00:00.000Z',
    /^Your last payment .+ Pay by Apr 8, 2999/,
  ],
  ['past its grace', { status: 'past_due' }, '2026-01-08T12:00:00.000Z', /you’re on Basic until you pay\.$/],
  [
    'cancelled',
    { status: 'cancelled', cancelAtPeriodEnd: true },
    null,
    /stay on Pro until Apr 1, 2026 and won’t be charged again\. If you resume, nothing is due today, and it renews then for \$4\.99 a month\.$/,
  ],
  ['being cancelled', { isCancelling: true }, null, /^We’re canceling your Pro subscription\./],
  ['over', { status: 'cancelled', isEnded: true }, null, /ended on Apr 1, 2026\. You’re on Basic\.$/],
])('a subscription that is %s says so', async ([, state, payBy, text]) => {
  await openPlans({ data: { ...subscribed, ...state }, payBy });
  await expect.element(page.getByText(text)).toBeVisible();
});

test.each([
  ['Nothing is due today. From Apr 1, 2026, you’ll pay $9.99 a month.', subscribed],
  [
    'Nothing is due today. From Apr 1, 2026, you’ll pay $9.99 a month. Your first bill also covers the difference for the days until then.',
    { ...subscribed, provider: 'stripe' as const },
  ],
  [
    'Today you’ll pay $9.99, minus the unused part of Pro. After that, $9.99 a month.',
    { ...subscribed, provider: 'stripe' as const, plan: { ...pro, duration: 'year' as const } },
  ],
])('a change of plan says what is due today and what then: %s', async (text, data) => {
  await openPlans({ data });
  await page.getByRole('button', { name: 'Change to Premium' }).click();
  await expect.element(page.getByRole('alertdialog').getByText(text, { exact: true })).toBeVisible();
});

test('while a payment is due, a banner leads to the store', async () => {
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isPaymentDue: true } });
  await openAs({ ...me, isPaymentDue: true }, <PaymentBanner />);
  const link = page
    .getByRole('region', { name: 'Payment' })
    .getByRole('link', { name: 'Pay now to keep your plan' });
  await expect.element(link).toHaveAttribute('href', '/store');
});
