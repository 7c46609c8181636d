import type { Pick } from '@inkling/contract/picks';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import { PickControl } from './pick-control.tsx';

resetBetweenTests();

const pick = (position: number, title: string, id: string): Pick => ({
  list: 'featured',
  position,
  story: { _id: id, title },
  isShown: title !== '',
  pickedBy: 'ada',
  pickedAt: '2026-01-01T00:00:00.000Z',
});
const others = [pick(1, 'First', idOf(31)), pick(2, '', idOf(32))];

test('an admin adds a story to a list, moves it and removes it', async () => {
  mockCall('GET /picks/{list}', { success: true, data: others });
  await renderPage(<PickControl story={story} />);
  await page.getByRole('button', { name: 'Picks' }).click();
  const featured = page.getByRole('region', { name: 'Featured' });
  await expect.element(featured.getByText('Not published', { exact: true })).toBeVisible();

  const added = mockCall('PUT /picks/{list}/{id}', {
    success: true,
    data: [...others, pick(3, story.title, story._id)],
  });
  await featured.getByRole('button', { name: 'Add this story' }).click();
  await expect.element(featured.getByText('Half a Lamp')).toBeVisible();
  await featured.getByRole('button', { name: 'Move Half a Lamp up' }).click();
  await expect.poll(() => added.sent).toEqual([{}, { position: 2 }]);

  const removed = mockCall('DELETE /picks/{list}/{id}', { success: true, message: '' });
  await featured.getByRole('button', { name: 'Remove this story' }).click();
  await expect.poll(() => removed.sent.length).toBe(1);
  await expect.element(featured.getByRole('button', { name: 'Add this story' })).toBeVisible();
});
