import type { Job } from '@inkling/contract/admin';
import { paginate } from '@inkling/contract/page';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import AdminEmailsScreen from './emails.tsx';

resetBetweenTests();

const failed: Job = {
  _id: idOf(1),
  queue: 'account-emails',
  state: 'failed',
  attempts: 81,
  createdAt: '2026-03-01T12:00:00.000Z',
  runAt: '2026-03-04T12:00:00.000Z',
  failedAt: '2026-03-04T12:00:05.000Z',
};
const listed = (data: Job[]) => ({ success: true as const, data, pagination: paginate(1, 20, data.length) });

test('an admin sends a failed email again, and sees how many were sent', async () => {
  signIn();
  mockCall('GET /auth/me', { success: true, unreadCount: 0, user: { ...me, isAdmin: true } });
  mockCall('GET /subscriptions/plans', { success: true, mode: 'off', data: [] });
  mockCall('GET /admin/queues', {
    success: true,
    emailsSent: 1200,
    data: [
      { name: 'account-emails', sendsEmail: true, waiting: 0, running: 1, failed: 1, lastRunAt: null },
      { name: 'trending', sendsEmail: false, waiting: 0, running: 0, failed: 0, lastRunAt: null },
    ],
  });
  mockCall('GET /admin/jobs', listed([failed]));
  await renderPage(<AdminEmailsScreen />);
  await expect.element(page.getByText('1,200 emails were sent in the last day.')).toBeVisible();
  const queues = page.getByRole('list', { name: 'Queues' }).getByRole('listitem');
  await expect
    .element(queues)
    .toHaveTextContent('Account emails0 waiting, 1 running, 1 failed, none finished in the last day');
  const row = page.getByRole('list', { name: 'Failed jobs' }).getByRole('listitem');
  await expect.element(row.getByText(/tried 81 times, failed/)).toBeVisible();
  const { sent } = mockCall('POST /admin/jobs/{id}/retry', { success: true, message: '' });
  mockCall('GET /admin/jobs', listed([]));
  await row.getByRole('button', { name: 'Send again (Account emails)' }).click();
  await expect.element(page.getByText('Nothing has failed recently.')).toBeVisible();
  expect(sent).toHaveLength(1);
});
