import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { collectionList, collectionOf } from '../../testing/collections.ts';
import { me, story } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import MyLibrary from './library.tsx';

resetBetweenTests();

function Library() {
  // As the layout does.
  useMe();
  return <MyLibrary />;
}

function open() {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  return renderPage(<Library />, '/library', '/library?tab=collections');
}
const dialog = page.getByRole('dialog', { name: 'Create New Collection' });
const create = dialog.getByRole('button', { name: 'Create' });
const name = dialog.getByRole('textbox', { name: 'Name' });
const openDialog = () => page.getByRole('button', { name: 'Create New Collection' }).click();

test('the tab shows the reader’s collections, and below them those saved with their owners', async () => {
  mockCall('GET /collections', collectionList([collectionOf(1, 12)]));
  const saved = collectionOf(2, 4, { owner: story.author, visibility: 'public' });
  mockCall('GET /collections/saved', collectionList([saved]));
  await open();
  const own = page.getByRole('region', { name: 'My collections' });
  await expect.element(own.getByText('12 books')).toBeVisible();
  const others = page.getByRole('region', { name: 'Saved collections' });
  await expect.element(others.getByRole('link', { name: 'Grace' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('more collections than a page can be shown', async () => {
  const first = Array.from({ length: 20 }, (_, index) => collectionOf(index, 1));
  mockCall('GET /collections/saved', collectionList([]));
  mockEach('GET /collections', (query) =>
    query.get('page') === '2' ? collectionList([collectionOf(20, 1)], 21) : collectionList(first, 21),
  );
  await open();
  await expect.element(page.getByText('Showing 20 of 21 collections.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.element(page.getByText('Showing 21 of 21 collections.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'View All in Collection 20' })).toHaveFocus();
});

test('the first collection is created from the empty tab', async () => {
  mockCall('GET /collections', collectionList([]));
  mockCall('GET /collections/saved', collectionList([]));
  await open();
  await expect.element(page.getByRole('heading', { name: 'No collections yet' })).toBeVisible();
  expect(page.getByRole('heading', { name: 'Saved collections' }).elements()).toEqual([]);
  await openDialog();
  await expect.element(name).toHaveFocus();
  await expect.element(create).toBeDisabled();
  await name.fill('   ');
  await expect.element(create).toBeDisabled();
  await name.fill(' Sea ');
  await dialog.getByRole('radio', { name: 'Public' }).click();
  const made = collectionOf(1, 0, { name: 'Sea', visibility: 'public' });
  const { sent } = mockCall('POST /collections', { success: true, data: made });
  mockCall('GET /collections', collectionList([made]));
  await create.click();
  await expect.element(page.getByRole('link', { name: 'View All in Sea' })).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ name: 'Sea', description: '', visibility: 'public' })]);
  expect(dialog.elements()).toEqual([]);
  // The next collection begins empty.
  await openDialog();
  await expect.element(name).toHaveValue('');
  await expect.element(dialog.getByRole('radio', { name: 'Private' })).toBeChecked();
});

test('what is typed survives a failed save and a reload, until it is cancelled', async () => {
  mockCall('GET /collections', collectionList([collectionOf(1, 12)]));
  mockCall('GET /collections/saved', collectionList([]));
  const first = await open();
  await openDialog();
  await name.fill('Sea');
  await dialog.getByRole('textbox', { name: 'Description (optional)' }).fill('Salt.');
  const limit = 'You can have at most 200 collections. Delete one to create another.';
  mockFailure('POST /collections', 'QUOTA_REACHED', limit);
  await create.click();
  await expect.element(dialog.getByText(limit)).toBeVisible();
  await expect.element(name).toHaveValue('Sea');
  await first.unmount();
  forgetData();
  await open();
  await openDialog();
  await expect.element(name).toHaveValue('Sea');
  await expect.element(dialog.getByRole('textbox', { name: /Description/ })).toHaveValue('Salt.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openDialog();
  await expect.element(name).toHaveValue('');
});
