import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockBadGateway, mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { YourDataSection } from './your-data-section.tsx';

resetBetweenTests();

const never = new Promise<never>(() => undefined);

test('an export can be cancelled, and a failed export shows why', async () => {
  signIn();
  const saved: string[] = [];
  const note = ({ target }: Event) => target instanceof HTMLAnchorElement && saved.push(target.download);
  document.addEventListener('click', note);
  await renderPage(<YourDataSection me={me} />);
  const start = page.getByRole('button', { name: 'Export my data' });
  mockCall('GET /users/me/export', undefined as never, never);
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(start).toHaveFocus();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  mockFailure('GET /users/me/export', 'UNAVAILABLE', 'The lamp is out. Please try again.');
  await start.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The lamp is out. Please try again.');
  mockBadGateway('GET /users/me/export');
  await start.click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to export your data.');
  document.removeEventListener('click', note);
  expect(saved).toEqual([]);
});

test('deleting the account says before what becomes of one’s communities', async () => {
  signIn();
  mockCall('GET /subscriptions/plans', { success: true, data: [], mode: 'off' });
  await renderPage(<YourDataSection me={me} />);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect
    .element(page.getByRole('dialog', { name: 'Delete your account?' }))
    .toMatchTextContent('Each community you founded then passes to its longest-serving moderator');
});
