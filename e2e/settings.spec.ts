import { opened, refused, section } from './support/settings.ts';
import { expect, keepToken, signedUp, test } from './support/test.ts';

test('a visitor is told to sign in to open the settings', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByText('Sign in to open Settings')).toBeVisible();
});

test('the list beside the sections leads to them, also by keyboard and by address', async ({
  page,
  site,
}) => {
  await opened(page, site);
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'Update Password' }).press('Enter');
  const heading = page.getByRole('heading', { level: 2, name: 'Update Password' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(list.getByRole('link', { name: 'Update Password' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Old password')).toBeFocused();
  await page.goto('/home');
  await page.goto('/settings#email');
  await expect(page.getByRole('heading', { level: 2, name: 'Email address' })).toBeInViewport();
});

test('what cannot be loaded says so, and is tried again', async ({ page, site }) => {
  const me = await signedUp(page, site);
  await keepToken(page, me.token);
  await refused(page, '**/auth/sessions');
  await refused(page, '**/api/v1/genres');
  await page.goto('/settings');
  const part = section(page, 'Where you’re signed in');
  await expect(page.getByLabel('Display name')).toBeVisible();
  await part.scrollIntoViewIfNeeded();
  await expect(part.getByRole('alert')).toContainText('The lamp is out.');
  await page.unroute('**/auth/sessions');
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText('This device')).toBeVisible();
  const preferences = section(page, 'Update Preferences');
  await page.unroute('**/api/v1/genres');
  await preferences.getByRole('button', { name: 'Try again' }).click();
  await expect(preferences.getByRole('list', { name: 'Quick select' })).toBeVisible();
});

test.describe('on a device in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('the zone of the device is offered, and any other can be chosen', async ({ page, site }) => {
    const { stored } = await opened(page, site);
    const part = section(page, 'Time zone');
    expect((await stored()).timeZone).toBe('UTC');
    await part.getByRole('button', { name: 'Use this device’s zone: Asia/Tokyo' }).click();
    await part.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect(part.getByText('Your time zone has been saved.')).toBeVisible();
    expect((await stored()).timeZone).toBe('Asia/Tokyo');
    await part.getByLabel('Your time zone').selectOption({ label: 'Berlin' });
    await part.getByRole('button', { name: 'Save Time Zone' }).click();
    await expect.poll(async () => (await stored()).timeZone).toBe('Europe/Berlin');
  });
});

test('the look is chosen here or in the navigation, and both show it', async ({ page, site }) => {
  await opened(page, site);
  const part = section(page, 'Appearance');
  await part.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'ink');
  const aside = page.getByRole('complementary');
  await expect(aside.getByLabel('Dark')).toBeChecked();
  await aside.getByTitle('Light').click();
  await expect(part.getByLabel('Light')).toBeChecked();
  await page.reload();
  await expect(part.getByLabel('Light')).toBeChecked();
});
