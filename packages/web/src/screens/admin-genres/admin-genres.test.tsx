import type { Genre } from '@inkling/contract/genres';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Genres } from './admin-genres.tsx';

resetBetweenTests();

const fantasy: Genre = {
  _id: idOf(4),
  name: 'Fantasy',
  description: 'Magic and more.',
  subgenres: [{ _id: idOf(5), name: 'Cozy' }],
  storyCount: 3,
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('genres are added, and get subgenres', async () => {
  signIn();
  mockCall('GET /genres', { success: true, data: [] });
  await renderPage(<Genres />);
  await button('Add a genre').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Name').fill('Fantasy');
  mockFailure('POST /genres', 'CONFLICT', 'There is already a genre with this name.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('There is already a genre with this name.')).toBeVisible();
  const { sent } = mockCall('POST /genres', { success: true, data: fantasy });
  mockCall('GET /genres', { success: true, data: [fantasy] });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { name: 'Fantasy · 3 stories' })).toBeVisible();
  expect(sent).toEqual([{ name: 'Fantasy', description: '' }]);
  await expect.element(button('Delete Cozy')).toBeVisible();
  await button('Add a subgenre of Fantasy').click();
  const epic = { _id: idOf(6), name: 'Epic' };
  mockCall('POST /genres/{id}/subgenres', { success: true, data: epic });
  mockCall('GET /genres', {
    success: true,
    data: [{ ...fantasy, subgenres: [...fantasy.subgenres, epic] }],
  });
  await page.getByRole('dialog').getByLabelText('Name').fill('Epic');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(button('Delete Epic')).toBeVisible();
});

test('a genre that stories use stays, and the reason is shown', async () => {
  signIn();
  mockCall('GET /genres', { success: true, data: [fantasy] });
  mockFailure('DELETE /genres/{id}', 'IN_USE', 'Stories use this genre.');
  await renderPage(<Genres />);
  await button('Delete Fantasy').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Stories use this genre.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Fantasy · 3 stories' })).toBeVisible();
});

test('a subgenre is deleted once that is confirmed, with what becomes of the stories', async () => {
  signIn();
  mockCall('GET /genres', { success: true, data: [fantasy] });
  await renderPage(<Genres />);
  await button('Delete Cozy').click();
  const dialog = page.getByRole('alertdialog');
  await expect
    .element(dialog.getByText(/^No stories will change\. .* \(3 published stories\)/).first())
    .toBeVisible();
  const { sent } = mockCall('DELETE /genres/{id}/subgenres/{subgenreId}', { success: true, message: '' });
  expect(sent).toEqual([]);
  mockCall('GET /genres', { success: true, data: [{ ...fantasy, subgenres: [] }] });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(button('Delete Cozy')).not.toBeInTheDocument();
});
