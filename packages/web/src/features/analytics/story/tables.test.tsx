import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me, unknownZone } from '../../../testing/fixtures.ts';
import { mockCall } from '../../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../../testing/render-page.tsx';
import { VersionsTable } from './tables.tsx';

resetBetweenTests();

test('versions have the server’s days, even of a time zone that the browser does not know', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, timeZone: unknownZone } });
  const finished = { share: 0.5, of: 10, count: 5 };
  await renderPage(<VersionsTable versions={[{ version: 2, from: '2026-03-01', finished }]} />);
  await expect.element(page.getByText('Version 2, March 1, 2026')).toBeVisible();
});
