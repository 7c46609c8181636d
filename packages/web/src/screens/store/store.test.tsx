import type { InventoryEntry, StoreItem } from '@inkling/contract/store';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
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
const propsWith = (store: unknown) => ({ loaderData: { store, address: '' } }) as unknown as StoreProps;
/** As the layout does, which knows the reader. */
function AsMember({ children }: { children: React.ReactNode }) {
  useMe();
  return children;
}
const openAs = (user: typeof me, screen: React.ReactNode) => {
  signIn();
  mockCall('GET /auth/me', { success: true, user });
  return renderPage(<AsMember>{screen}</AsMember>);
};
const openStore = (user = me) => openAs(user, <StoreScreen {...propsWith(null)} />);
const hidden = { ...me, readingPreferences: { ...me.readingPreferences, hidesRewards: true } };

// First: the token of a test that signs in stays in the page.
test('visitors see the items without a way to buy them', async () => {
  await renderPage(<StoreScreen {...propsWith({ success: true, data: [ribbon], balance: null })} />);
  await expect.element(page.getByRole('heading', { name: 'Silk ribbon' })).toBeVisible();
  expect(page.getByRole('button', { name: /^Buy/ }).elements()).toEqual([]);
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
  await expect.element(page.getByRole('link', { name: /^Yours/ })).toBeVisible();
  expect(sent).toEqual([{ _id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
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

test('empty sections have the specified texts', async () => {
  shown([]);
  await openStore();
  await expect.element(page.getByText('No store items available at the moment')).toBeVisible();
  await expect.element(page.getByText('No subscription plans are currently available')).toBeVisible();
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
