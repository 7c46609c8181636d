import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

const pages = {
  '/admin': 'Admin',
  '/admin/people': 'People',
  '/admin/takedowns': 'Takedowns',
  '/admin/picks': 'Picks',
  '/admin/genres': 'Genres',
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

test('a moderator sees reports and takedowns alone, and takes a story down by its address', async ({
  page,
  site,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url });
  const writing = await context.newPage();
  const author = await joinViaApi(writing, site, 'author');
  const { story } = await createStory(writing, site, author.token, { chapters: 1 });
  const moderator = await signUpViaApi(page, site, 'moderator');
  await inkling(site, 'moderators', 'grant', moderator.username);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/home');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await main.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Takedowns' }).click();
  await page.getByLabel('Story or chapter').fill(`${site.url}/story/${story}`);
  await page.getByLabel('Reason').fill('It is a copy.');
  await page.getByRole('button', { name: 'Take down' }).click();
  const taken = page
    .getByRole('list', { name: 'Takedowns' })
    .getByRole('listitem')
    .filter({ hasText: `The Lamp by @${author.username}` });
  await expect(taken).toBeVisible();
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await axeViolations(page), `${width}`).toEqual([]);
  }
  await taken.getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift' }).click();
  await expect(taken).toHaveCount(0);
  for (const path of ['/admin', '/admin/people', '/admin/settings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await context.close();
});
