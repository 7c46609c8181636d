import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { emptyHome, genres, me, story } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import Home from './home.tsx';

resetBetweenTests();

test('the shelves wait for the genre question, which would cover them', async () => {
  signIn();
  const account = Promise.withResolvers<void>();
  mockCall('GET /home', { success: true, data: { ...emptyHome, popular: [story] } });
  mockCall('GET /genres', { success: true, data: genres });
  const readingPreferences = { ...me.readingPreferences, genres: [] };
  mockCall(
    'GET /auth/me',
    { success: true, unreadCount: 0, user: { ...me, readingPreferences } },
    account.promise,
  );
  await renderPage(<Home />);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.querySelectorAll('.cover-drawn')).toHaveLength(0);
  account.resolve();
  await expect.element(page.getByRole('dialog', { name: 'What do you like to read?' })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('.cover-drawn').length).toBeGreaterThan(0);
});
