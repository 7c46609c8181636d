import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { me, unknownZone } from '../../testing/fixtures.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { TimeZoneSection } from './preferences-section.tsx';

vi.mock('../../lib/device-zone.ts', async (original) => ({
  ...(await original()),
  deviceZone: () => 'Asia/Calcutta',
}));
resetBetweenTests();

const offer = page.getByRole('button', { name: 'Use this device’s zone: Kolkata' });

test('the device’s zone is offered, but not under another name of the chosen one, which the list has once', async () => {
  signIn();
  const { unmount } = await renderPage(<TimeZoneSection me={{ ...me, timeZone: 'Europe/Berlin' }} />);
  await expect.element(offer).toBeVisible();
  await unmount();
  await renderPage(<TimeZoneSection me={{ ...me, timeZone: 'Asia/Kolkata' }} />);
  await expect.element(page.getByRole('combobox', { name: 'Your time zone' })).toHaveValue('Asia/Kolkata');
  expect(offer.elements()).toEqual([]);
  expect(page.getByRole('option', { name: 'Kolkata' }).elements()).toHaveLength(1);
});

test('a chosen zone that the browser does not know is shown', async () => {
  signIn();
  await renderPage(<TimeZoneSection me={{ ...me, timeZone: unknownZone }} />);
  await expect.element(page.getByRole('combobox', { name: 'Your time zone' })).toHaveValue(unknownZone);
});
