import { defaultReadingSettings, type ReadingSettings } from '@inkling/contract/reading-settings';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { me } from '../../testing/fixtures.ts';
import { mockCall } from '../../testing/mock-call.ts';
import { forgetData, renderPage, resetBetweenTests, signIn } from '../../testing/render-page.tsx';
import { readingSettings } from '../chapters/reader/reading-settings.ts';
import { unsentChanges } from './change-settings.ts';
import { act } from './key-actions.ts';
import { offerReaderTools } from './reader-tools.ts';
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
  mockCall('GET /inventory', { success: true, data: [] });
  mockCall('GET /auth/me', {
    success: true,
    unreadCount: 0,
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

/** Every setting in another choice than by default, and how a reader makes it. */
const others = {
  size: 'xl',
  theme: 'sepia',
  face: 'dyslexic',
  lineHeight: 1.2,
  width: 45,
  letterSpacing: 0.12,
  margins: 'wide',
  justify: true,
  vertical: true,
  layout: 'paged',
  controls: 'focus',
  rain: true,
  awake: true,
  keys: false,
} as const satisfies ReadingSettings;
const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const toggle = (name: string) => page.getByRole('switch', { name });

test('each setting shows at once, is stored on the device and by the account, and comes with it to another device [U15]', async () => {
  offerReaderTools({ readAloud: () => undefined, rain: 'off', setsVertically: true });
  const shown = await open({});
  await expect.element(radio('Medium')).toBeChecked();
  await expect.element(radio('Dark')).toBeChecked();
  const { sent } = mockCall('PATCH /users/preferences', { success: true, data: preferencesWith(others) });
  for (const name of ['Extra large', 'Sepia', 'OpenDyslexic', 'Wide', 'Pages', 'Text only'])
    await radio(name).click({ force: true });
  await page.getByRole('slider', { name: 'Line height' }).fill('1.2');
  await page.getByRole('slider', { name: 'Text width' }).fill('45');
  await page.getByRole('slider', { name: 'Letter spacing' }).fill('0.12');
  for (const name of [
    'Justified text',
    'Vertical text',
    'Rain sound',
    'Keep the screen on',
    'Keyboard shortcuts',
  ])
    await toggle(name).click();
  expect(readingSettings.read()).toEqual(others);
  expect(JSON.parse(localStorage.getItem('reading-settings') ?? '')).toEqual(others);
  const age = expect.any(Number);
  await expect
    .poll(() =>
      Object.assign({}, ...sent.map((body) => (body as { readingSettings: object }).readingSettings)),
    )
    .toEqual(Object.fromEntries(Object.entries(others).map(([name, value]) => [name, { value, age }])));
  await shown.unmount();

  // Another device.
  forgetData();
  localStorage.clear();
  readingSettings.change(defaultReadingSettings);
  unsentChanges.change({ owner: null, times: {} });
  await open(others);
  for (const name of ['Extra large', 'Sepia', 'OpenDyslexic', 'Pages', 'Text only'])
    await expect.element(radio(name)).toBeChecked();
  await expect.element(page.getByText('45 characters')).toBeVisible();
  await expect.element(toggle('Rain sound')).toBeChecked();
  await expect.element(toggle('Keyboard shortcuts')).not.toBeChecked();
  expect(readingSettings.read()).toEqual(others);
  mockCall('PATCH /users/preferences', { success: true, data: preferencesWith({}) });
  await page.getByRole('button', { name: 'Reset' }).click();
  expect(readingSettings.read()).toEqual({ ...defaultReadingSettings, rain: true });
  offerReaderTools(null);
});

test('vertical text turns on the layout in pages, and is off in the scrolling one', async () => {
  offerReaderTools({ readAloud: () => undefined, rain: 'off', setsVertically: true });
  await open({});
  mockCall('PATCH /users/preferences', { success: true, data: preferencesWith({}) });
  await toggle('Vertical text').click();
  await expect.element(radio('Pages')).toBeChecked();
  await expect.element(toggle('Vertical text')).toBeChecked();
  await radio('Scrolling').click({ force: true });
  await expect.element(toggle('Vertical text')).not.toBeChecked();
  offerReaderTools(null);
});

test('System is a theme of its own; the key t leads from it to another one than it looks like', async () => {
  await open({});
  mockCall('PATCH /users/preferences', { success: true, data: preferencesWith({ theme: 'system' }) });
  await radio('System').click({ force: true });
  expect(readingSettings.read().theme).toBe('system');
  const looks = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  act('t');
  expect(readingSettings.read().theme).toBe(looks === 'dark' ? 'sepia' : 'dark');
});

test('a change in another tab is shown, and what this tab knew of the account before does not undo it', async () => {
  const shown = await open({ theme: 'light', size: 'lg' });
  await expect.element(radio('Light')).toBeChecked();
  const store = (key: string, value: object) => {
    localStorage.setItem(key, JSON.stringify(value));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  };
  store('reading-settings', { ...defaultReadingSettings, theme: 'sepia', size: 'lg' });
  await expect.element(radio('Sepia')).toBeChecked();
  store('reading-settings-sent', { at: Date.now() });
  await shown.unmount();
  // The next page of this tab; the account as this tab has cached it has the theme of before.
  mockCall('GET /inventory', { success: true, data: [] });
  const account = mockCall('GET /auth/me', {
    success: true,
    unreadCount: 0,
    user: { ...me, readingPreferences: preferencesWith({ theme: 'sepia', size: 'lg' }) },
  });
  await renderPage(<Opened />);
  await expect.element(radio('Sepia')).toBeChecked();
  await expect.poll(() => account.sent).toHaveLength(1);
  expect(readingSettings.read()).toMatchObject({ theme: 'sepia', size: 'lg' });
});

test('the preview of a chapter has the settings of the text only, and Reset sets them as by default', async () => {
  await open({ face: 'sans', rain: true });
  await expect.element(page.getByRole('radio', { name: 'Sans', exact: true })).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Rain sound' })).not.toBeInTheDocument();
  mockCall('PATCH /users/preferences', { success: true, data: preferencesWith({ rain: true }) });
  await page.getByRole('button', { name: 'Reset' }).click();
  await userEvent.tab();
  expect(readingSettings.read()).toEqual({ ...defaultReadingSettings, rain: true });
});

test('says that the rain waits for a gesture, or could not be loaded', async () => {
  readingSettings.change({ rain: true });
  offerReaderTools({ readAloud: () => undefined, rain: 'waiting', setsVertically: false });
  await open({ rain: true });
  const says = (text: string) => expect.element(toggle('Rain sound')).toHaveAccessibleDescription(text);
  await says('Starts with your next tap or key press.');
  offerReaderTools({ readAloud: () => undefined, rain: 'failed', setsVertically: false });
  await says('The sound couldn’t be loaded. Turn it off and on again.');
  offerReaderTools({ readAloud: () => undefined, rain: 'playing', setsVertically: false });
  await says('');
});
