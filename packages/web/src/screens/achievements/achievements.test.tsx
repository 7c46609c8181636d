import type { AchievementEntry } from '@inkling/contract/achievements';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asMember } from '../../testing/comment-pages.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests } from '../../testing/render-page.tsx';
import Achievements from './achievements.tsx';

resetBetweenTests();

const firstBook: AchievementEntry = {
  _id: 'first-book',
  name: 'First Book',
  description: 'Finish a story',
  image: '/badges/books-1.svg',
  family: 'books',
  level: 1,
  progress: 1,
  target: 1,
  isCompleted: true,
  isClaimed: false,
  completedAt: new Date().toISOString(),
  heldBy: 12.5,
};
const bookworm: AchievementEntry = {
  ...firstBook,
  _id: 'bookworm',
  name: 'Bookworm',
  level: 2,
  target: 10,
  isCompleted: false,
  completedAt: null,
  heldBy: null,
};
const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });

test('what is new can be shown on the profile and taken off again', async () => {
  asMember();
  mockCall('GET /achievements', { success: true, data: [firstBook, bookworm] });
  const shown = mockCall('POST /gamification/achievements/{id}/claim', {
    success: true,
    data: { ...firstBook, isClaimed: true },
  });
  const takenOff = mockCall('DELETE /gamification/achievements/{id}/claim', {
    success: true,
    data: firstBook,
  });
  await renderPage(<Achievements />);
  await expect.element(page.getByText(/^1 of 2 achievements completed\./)).toBeVisible();
  await expect.element(card('First Book').getByText('New')).toBeVisible();
  await expect.element(card('First Book').getByText('12.5% of readers have it')).toBeVisible();
  mockCall('GET /achievements', { success: true, data: [{ ...firstBook, isClaimed: true }, bookworm] });
  await page.getByRole('button', { name: 'Show on profile First Book' }).click();
  const takeOff = page.getByRole('button', { name: 'Take off profile First Book' });
  await expect.element(takeOff).toBeVisible();
  await expect.element(card('First Book').getByText('New')).not.toBeInTheDocument();
  expect([shown.sent.length, takenOff.sent.length]).toEqual([1, 0]);
  mockCall('GET /achievements', { success: true, data: [firstBook, bookworm] });
  await takeOff.click();
  await expect.element(page.getByRole('button', { name: 'Show on profile First Book' })).toBeVisible();
});

test('what is not completed has its progress and no button', async () => {
  asMember();
  mockCall('GET /achievements', { success: true, data: [bookworm] });
  await renderPage(<Achievements />);
  await expect.element(card('Bookworm').getByText('1 of 10', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Progress of Bookworm' })).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /profile/ })).not.toBeInTheDocument();
  // No group of achievements that a reader does not have.
  await expect.element(page.getByRole('heading', { name: 'Writing' })).not.toBeInTheDocument();
});

test('with rewards switched off, nothing is listed', async () => {
  asMember({ readingPreferences: { ...me.readingPreferences, hidesRewards: true } });
  mockCall('GET /achievements', { success: true, data: [bookworm] });
  await renderPage(<Achievements />);
  await expect.element(page.getByRole('heading', { name: 'Rewards are switched off' })).toBeVisible();
  await expect.element(page.getByText('Bookworm')).not.toBeInTheDocument();
});
