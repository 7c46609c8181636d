import { paginate } from '@inkling/contract/page';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useMe } from '../../lib/session.ts';
import Notifications from '../../screens/notifications/notifications.tsx';
import { idOf, me, unknownZone } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { BellLink } from './bell.tsx';

resetBetweenTests();
afterEach(() => vi.useRealTimers());

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

test('the page of notifications has the server’s days, even of a time zone that the browser does not know', async () => {
  signIn();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
  const item = {
    _id: idOf(70),
    kind: 'follower' as const,
    count: 1,
    isRead: true,
    createdAt: '2026-11-19T22:30:00.000Z',
    day: '2026-11-20',
    actor: null,
    story: null,
    chapter: null,
    link: '/',
    text: 'Ben follows you.',
    excerpt: null,
  };
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, timeZone: unknownZone } });
  mockCall('GET /notifications', {
    success: true,
    data: [item],
    pagination: paginate(1, 20, 1),
    kinds: ['follower'],
    unreadCount: 0,
  });
  await renderPage(<Notifications />);
  await expect.element(page.getByText('Ben follows you.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
});
