import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { SessionsSection } from './sessions-section.tsx';

resetBetweenTests();

test('sessions that fail to load show the error and can be loaded again', async () => {
  signIn();
  mockFailure('GET /auth/sessions', 'INTERNAL', 'The lamp is out.');
  await renderPage(<SessionsSection />);
  await expect.element(page.getByText('The lamp is out.')).toBeVisible();
  const day = '2026-01-01T00:00:00.000Z';
  const session = {
    _id: idOf(6),
    device: 'Firefox on Linux',
    createdAt: day,
    lastUsedAt: day,
    isCurrent: true,
  };
  mockCall('GET /auth/sessions', { success: true, data: [session] });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('This device')).toBeVisible();
});
