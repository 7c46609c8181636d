import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { EditedList } from './admin-picks.tsx';

resetBetweenTests();

test('a story is added to a list by its address', async () => {
  signIn();
  mockCall('GET /picks/{list}', { success: true, data: [] });
  await renderPage(<EditedList list="featured" />);
  await expect.element(page.getByText('Nothing has been picked yet.')).toBeVisible();
  const address = page.getByLabelText('Add a story to Featured');
  await address.fill('The Lamp');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('Please paste the address of a story.')).toBeVisible();
  await address.fill(`https://site.example/story/${idOf(2)}`);
  mockFailure('PUT /picks/{list}/{id}', 'NOT_FOUND', 'Story not found');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('Story not found')).toBeVisible();
  const story = { _id: idOf(2), title: 'The Lamp' };
  const pickedAt = '2026-01-12T12:00:00.000Z';
  const pick = { list: 'featured', position: 1, story, isShown: true, pickedBy: null, pickedAt } as const;
  mockCall('PUT /picks/{list}/{id}', { success: true, data: [pick] });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.element(page.getByText('The Lamp')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove The Lamp' })).toBeVisible();
});
