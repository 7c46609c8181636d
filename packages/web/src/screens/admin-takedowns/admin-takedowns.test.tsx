import type { Takedown } from '@inkling/contract/measures';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockEach, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { Takedowns } from './admin-takedowns.tsx';

resetBetweenTests();

const chapter: Takedown = {
  _id: idOf(3),
  kind: 'chapter',
  title: 'The Wick',
  story: { _id: idOf(2), title: 'The Lamp' },
  author: 'grace',
  since: '2026-01-12T12:00:00.000Z',
  reason: 'It is a copy.',
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a chapter is taken down by its address, with a reason, and listed', async () => {
  signIn();
  mockCall('GET /admin/takedowns', { success: true, data: [] });
  await renderPage(<Takedowns />);
  await expect.element(page.getByText('Nothing is taken down.')).toBeVisible();
  await page.getByLabelText('Story or chapter').fill('The Wick');
  await button('Take down').click();
  await expect.element(page.getByText('Please paste the address of a story or chapter.')).toBeVisible();
  await expect.element(page.getByText('Please tell the author why.')).toBeVisible();
  await page.getByLabelText('Story or chapter').fill(`https://site.example/reading/${idOf(2)}/${idOf(3)}`);
  await page.getByLabelText('Reason').fill('It is a copy.');
  mockFailure('PUT /admin/takedowns/{id}', 'CONFLICT', 'This chapter is already taken down.');
  await button('Take down').click();
  await expect.element(page.getByText('This chapter is already taken down.')).toBeVisible();
  const done = { success: true as const, message: '' };
  const { sent } = mockCall('PUT /admin/takedowns/{id}', done, undefined, { id: idOf(3) });
  mockCall('GET /admin/takedowns', { success: true, data: [chapter] });
  await button('Take down').click();
  await expect.element(page.getByText('The Wick in The Lamp by @grace · since Jan 12, 2026')).toBeVisible();
  expect(sent).toEqual([{ reason: 'It is a copy.' }]);
});

test('a takedown is lifted once that is confirmed', async () => {
  signIn();
  mockCall('GET /admin/takedowns', { success: true, data: [chapter] });
  await renderPage(<Takedowns />);
  await button('Lift the takedown of The Wick').click();
  mockCall('DELETE /admin/takedowns/{id}', { success: true, message: '' });
  mockCall('GET /admin/takedowns', { success: true, data: [] });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift' }).click();
  await expect.element(page.getByText('Nothing is taken down.')).toBeVisible();
});

test('an older takedown is found by the address of its story', async () => {
  signIn();
  mockEach('GET /admin/takedowns', (query) => ({
    success: true,
    data: query.get('text') === idOf(2) ? [chapter] : [],
  }));
  await renderPage(<Takedowns />);
  await expect.element(page.getByText('Nothing is taken down.')).toBeVisible();
  await page.getByLabelText('Find by address').fill(`https://site.example/story/${idOf(2)}`);
  await expect.element(button('Lift the takedown of The Wick')).toBeVisible();
});
