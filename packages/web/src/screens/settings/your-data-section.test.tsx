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

test('authors say where they have moved, and can take that back; readers cannot', async () => {
  signIn();
  const first = await renderPage(<YourDataSection me={me} />);
  await expect.element(page.getByRole('button', { name: 'Export my data' })).toBeVisible();
  expect(page.getByLabelText('Your page on the other site').elements()).toEqual([]);
  await first.unmount();
  await renderPage(<YourDataSection me={{ ...me, role: 'author' }} />);
  const address = page.getByLabelText('Your page on the other site');
  await address.fill('http://elsewhere.example');
  mockFailure('PATCH /users/profile/me', 'BAD_INPUT', 'Please check the fields.', [
    { path: 'movedTo', message: 'Please enter a full address that starts with https://.' },
  ]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .element(page.getByText('Please enter a full address that starts with https://.').first())
    .toBeVisible();
  await address.fill('https://elsewhere.example');
  const { _id, username, displayName, avatar, bio, timeZone } = me;
  const movedTo = 'https://elsewhere.example';
  const saved = { _id, username, displayName, avatar, bio, timeZone, movedTo };
  const { sent } = mockCall('PATCH /users/profile/me', { success: true, data: saved });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => sent).toEqual([{ movedTo }]);
});
