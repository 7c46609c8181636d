import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { expect, signUpViaApi, test } from './support/test.ts';

const pages = {
  '/admin': 'Admin',
  '/admin/people': 'People',
  '/admin/mail': 'Emails',
  '/admin/jobs': 'Jobs',
  '/admin/storage': 'Storage',
};

test('an admin reaches every page of the admin area by its links, at each width and in both themes', async ({
  page,
  site,
}) => {
  const admin = await signUpViaApi(page, site, 'area_admin');
  await inkling(site, 'admin', 'grant', admin.username);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/home');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible({ timeout: 30_000 });
  for (const [path, heading] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (path === '/admin')
      await expect(page.getByRole('heading', { name: 'No problems' })).toBeVisible({ timeout: 30_000 });
    for (const width of [1440, 390, 320])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        const name = `${path} at ${width}, ${colorScheme}`;
        expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(
          width,
        );
        expect(await axeViolations(page), name).toEqual([]);
      }
  }
});

test('an admin finds a person, and signs them out with the own password', async ({ page, site, browser }) => {
  const admin = await signUpViaApi(page, site, 'people_admin');
  await inkling(site, 'admin', 'grant', admin.username);
  const context = await browser.newContext({ baseURL: site.url });
  const reader = await context.newPage();
  const eve = await signUpViaApi(reader, site, 'eve');
  await page.goto('/admin/people');
  await page.getByLabel('Name or email address').fill(eve.email);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('list', { name: 'People' }).getByRole('link').click();
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(admin.password);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Admin actions' })).toContainText('Signed out everywhere');
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page), `${width}`).toEqual([]);
  }
  await reader.goto('/home');
  await expect(reader.getByText(/You’ve been signed out/)).toBeVisible();
  await context.close();
});
