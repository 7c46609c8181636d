import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { idOf, me } from '../../testing/fixtures.ts';
import { mockCall, mockFailure } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { DeviceTokens } from './device-tokens.tsx';

resetBetweenTests();

const device = {
  _id: idOf(61),
  name: 'My Kobo',
  createdAt: '2026-01-02T00:00:00.000Z',
  lastUsedAt: null,
};
const token = '0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk';

test('a token is shown once, after it was created, and revoked after a question', async () => {
  signIn();
  mockCall('GET /devices', { success: true, data: [] });
  const create = mockCall('POST /devices', { success: true, data: { ...device, token } });
  const shown = await renderPage(<DeviceTokens username={me.username} />);
  await page.getByLabelText('Name of the e-reader or app').fill('My Kobo');
  mockCall('GET /devices', { success: true, data: [device] });
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect.element(page.getByText('Your token')).toBeVisible();
  expect(create.sent).toEqual([{ name: 'My Kobo' }]);
  await expect.element(page.getByText('Never used', { exact: false })).toBeVisible();
  expect(page.getByText('Your token').element().nextElementSibling?.textContent).toBe(token);
  expect(JSON.stringify({ ...localStorage })).not.toContain(token);
  await shown.unmount();
  await renderPage(<DeviceTokens username={me.username} />);
  await expect.element(page.getByText('My Kobo')).toBeVisible();
  await expect.element(page.getByText('Your token')).not.toBeInTheDocument();
  mockCall('DELETE /devices/{id}', { success: true, message: 'The token no longer works.' });
  mockCall('GET /devices', { success: true, data: [] });
  await page.getByRole('button', { name: 'Revoke the token of My Kobo' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect.element(page.getByText('My Kobo', { exact: true })).not.toBeInTheDocument();
});

test('a token that cannot be created keeps what was typed, and says why', async () => {
  signIn();
  mockCall('GET /devices', { success: true, data: [] });
  mockFailure('POST /devices', 'QUOTA_REACHED', 'You can have at most 20 e-readers and apps.');
  await renderPage(<DeviceTokens username={me.username} />);
  const name = page.getByLabelText('Name of the e-reader or app');
  await name.fill('One more');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect.element(page.getByText('You can have at most 20 e-readers and apps.')).toBeVisible();
  await expect.element(name).toHaveValue('One more');
});
