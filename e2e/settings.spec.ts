import { openSettings, section } from './support/settings-page.ts';
import { callAs, expect, test } from './support/test.ts';

test('the theme is in sync with the navigation; tabs work with the keyboard, and a URL hash opens its section', async ({
  page,
  site,
}) => {
  await openSettings(page, site, 'appearance');
  await test.step('the theme', async () => {
    const settings = section(page, 'Appearance');
    await settings.getByText('Dark', { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
    const aside = page.getByRole('complementary');
    await expect(aside.getByLabel('Dark')).toBeChecked();
    await aside.getByTitle('Light').click();
    await expect(settings.getByLabel('Light')).toBeChecked();
    await page.reload();
    await expect(settings.getByLabel('Light')).toBeChecked();
  });
  const tabs = page.getByRole('tablist', { name: 'Settings' });
  await tabs.getByRole('tab', { name: 'Notifications' }).press('ArrowRight');
  await expect(tabs.getByRole('tab', { name: 'Account' })).toBeFocused();
  await expect(page).toHaveURL('/settings#email');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Email address',
    'Update Password',
    'Where you’re signed in',
    'Plan',
  ]);
  await page.reload();
  await expect(tabs.getByRole('tab', { name: 'Account' })).toHaveAttribute('aria-selected', 'true');
  await page.goto('/home');
  await page.goto('/settings#your-data');
  await expect(page.getByRole('heading', { level: 2, name: 'Your data' })).toBeInViewport();
});

test.describe('on a device in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('the device’s time zone is suggested, and any other can be chosen', async ({ page, site }) => {
    const { stored } = await openSettings(page, site, 'time-zone');
    const settings = section(page, 'Time zone');
    expect((await stored()).timeZone).toBe('UTC');
    await settings.getByRole('button', { name: 'Use this device’s zone: Tokyo' }).click();
    await settings.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect(settings.getByText('Your time zone has been saved.')).toBeVisible();
    expect((await stored()).timeZone).toBe('Asia/Tokyo');
    await settings.getByLabel('Your time zone').selectOption({ label: 'Berlin' });
    await settings.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect.poll(async () => (await stored()).timeZone).toBe('Europe/Berlin');
  });
});

test.describe('on a device in Kolkata, whose browser has the zone’s older name', () => {
  test.use({ timezoneId: 'Asia/Calcutta' });
  test('the zone is suggested once, and known as the device’s own by either name', async ({ page, site }) => {
    const { me, stored } = await openSettings(page, site, 'time-zone');
    const settings = section(page, 'Time zone');
    const offer = settings.getByRole('button', { name: 'Use this device’s zone: Kolkata' });
    await offer.click();
    await settings.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect(settings.getByText('Your time zone has been saved.')).toBeVisible();
    expect(['Asia/Kolkata', 'Asia/Calcutta']).toContain((await stored()).timeZone);
    for (const timeZone of ['Asia/Kolkata', 'Asia/Calcutta']) {
      await callAs(page, site, me.token, 'PATCH', '/users/profile/me', { timeZone });
      await page.reload();
      await expect(settings.getByLabel('Your time zone')).toHaveValue(/Asia\/(Kolkata|Calcutta)/);
      await expect(offer).toHaveCount(0);
    }
  });
});
