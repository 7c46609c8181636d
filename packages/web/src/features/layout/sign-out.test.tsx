import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { readToken } from '../../lib/session-store.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { memberParts } from './member-layout.tsx';

// The server no longer has the dialog's script.
vi.mock('../offline/confirm-sign-out.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

resetBetweenTests();

beforeEach(async () => {
  await page.viewport(1280, 900);
  const worker = { scriptURL: '/sw.js' } as ServiceWorker;
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(worker);
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: me });
  mockCall('POST /auth/logout', { success: true, message: 'Signed out' });
});
afterEach(() => vi.restoreAllMocks());

test('without the dialog’s script, the browser asks before signing out', async () => {
  const asked = vi.spyOn(window, 'confirm').mockReturnValueOnce(false).mockReturnValueOnce(true);
  await renderPage(<memberParts.Side />);
  const logout = page.getByRole('button', { name: 'Logout' });
  await logout.click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(readToken()).not.toBeNull();
  sessionStorage.setItem('viewed', 'a story');
  await logout.click();
  await expect.poll(readToken).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});
