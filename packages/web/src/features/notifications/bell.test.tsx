import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { BellLink } from './bell.tsx';

resetBetweenTests();

/** The bell of a page that loads the account, as the layout does. */
function Bell() {
  useMe();
  return <BellLink />;
}

test('the bell has its number with the account, before any notification is loaded', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 3, user: me });
  await renderPage(<Bell />);
  await expect.element(page.getByRole('link', { name: 'Notifications, 3 unread' })).toBeVisible();
});
