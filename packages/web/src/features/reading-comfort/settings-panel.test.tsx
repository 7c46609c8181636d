import { defaultReadingSettings } from '@inkling/contract/reading-settings';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { unsentChanges } from './change-settings.ts';
import { SettingsPanel } from './settings-panel.tsx';

resetBetweenTests();
beforeEach(() => {
  readingSettings.change(defaultReadingSettings);
  unsentChanges.change({ owner: null, times: {} });
});

function Opened() {
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={opener} type="button">
        Reading settings
      </button>
      <SettingsPanel opener={opener} />
    </>
  );
}

const preferencesWith = (settings: object) => ({ ...me.readingPreferences, readingSettings: settings });

function open(settings: object) {
  signIn();
  mockCall('GET /auth/me', {
    success: true,
    user: { ...me, readingPreferences: preferencesWith(settings) },
  });
  return renderPage(<Opened />);
}

test('shows the account’s settings, and sends changes in quick succession together', async () => {
  await open({ theme: 'sepia', width: 80 });
  await expect.element(page.getByRole('radio', { name: 'Sepia' })).toBeChecked();
  await expect.element(page.getByText('80 characters')).toBeVisible();
  const { sent } = mockCall('PATCH /users/preferences', {
    success: true,
    data: preferencesWith({ theme: 'sepia', width: 80, size: 'xl', justify: true }),
  });
  await page.getByRole('radio', { name: 'Large', exact: true }).click({ force: true });
  await page.getByRole('radio', { name: 'Extra large' }).click({ force: true });
  await page.getByRole('switch', { name: 'Justified text' }).click();
  await expect.poll(() => sent.length).toBe(1);
  const age = expect.any(Number);
  expect(sent).toEqual([{ readingSettings: { size: { value: 'xl', age }, justify: { value: true, age } } }]);
  await expect.poll(() => unsentChanges.read().times).toEqual({});
  expect(readingSettings.read()).toMatchObject({ size: 'xl', theme: 'sepia', width: 80, justify: true });
});

test('the preview of a chapter has the settings of the text only, and Reset sets them as by default', async () => {
  await open({ face: 'sans', rain: true });
  await expect.element(page.getByRole('radio', { name: 'Sans', exact: true })).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Sound of rain' })).not.toBeInTheDocument();
  mockCall('PATCH /users/preferences', { success: true, data: preferencesWith({ rain: true }) });
  await page.getByRole('button', { name: 'Reset' }).click();
  await userEvent.tab();
  expect(readingSettings.read()).toEqual({ ...defaultReadingSettings, rain: true });
});
