import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CallResponse } from '../../lib/api.ts';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import AdminScreen from './admin.tsx';

resetBetweenTests();

const data: CallResponse<'GET /admin/report'>['data'] = {
  versions: { inkling: '0.1.0', node: '24.1.0', postgres: '17.2' },
  runningSince: '2026-03-01T12:00:00.000Z',
  checks: [
    { name: 'disk', status: 'ok', says: '20.0 GB of 40.0 GB free', advice: null, details: [] },
    { name: 'emails', status: 'warning', says: '2 failed for good', advice: 'Send them again.', details: [] },
    {
      name: 'backup',
      status: 'problem',
      says: 'none has been written',
      advice: 'Look at the log.',
      details: [],
    },
  ],
  failures: [
    {
      cause: 'BUSY',
      count: 3,
      lastAt: '2026-03-01T12:30:00.000Z',
      routes: ['/about'],
      advice: 'It needs more.',
    },
  ],
};

function signInAs(isAdmin: boolean) {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isAdmin } });
  mockCall('GET /subscriptions/plans', { success: true, mode: 'off', data: [] });
  mockCall('GET /admin/report', { success: true, data });
}

test('the overview is for admins, and begins with what needs attention, the worst first', async () => {
  signInAs(false);
  const first = await renderPage(<AdminScreen />);
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await first.unmount();
  forgetData();
  signInAs(true);
  await renderPage(<AdminScreen />);
  await expect.element(page.getByRole('heading', { name: 'Backup' })).toBeVisible();
  const headings = page.getByRole('heading', { level: 3 }).elements();
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Backup', 'Emails', 'BUSY', 'Disk']);
  await expect.element(page.getByText('Look at the log.')).toBeVisible();
  await expect.element(page.getByText(/^3 times, most recently/)).toBeVisible();
  const sections = page.getByRole('navigation', { name: 'Admin' });
  await expect.element(sections.getByRole('link', { name: 'Emails' })).toHaveAttribute('href', '/admin/mail');
  await expect.element(sections.getByRole('link', { name: 'Plans' })).not.toBeInTheDocument();
});
