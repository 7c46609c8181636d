import type { BrowserContext } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { type Screen, screensOf } from './support/screens.ts';
import { callAs, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

// Each test takes half a minute, so run them in parallel.
test.describe.configure({ mode: 'parallel' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const widths = [390, 1440];
/** The width of the smallest phones, and of a 1280 px page at 400% zoom (WCAG 1.4.10). */
const narrowest = 320;
const height = 844;

for (const theme of ['paper', 'ink']) {
  test(`every screen has a title, fits and is accessible: ${theme}, ${widths.join(' and ')} px [P24]`, async ({
    page,
    site,
    browser,
  }) => {
    test.setTimeout(300_000);
    const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
    const { token } = await response.json();
    const newcomer = await signUpViaApi(page, site, 'newcomer');
    const open = async (storage: Record<string, string> = {}) => {
      const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
      await skipOnboarding(context);
      await context.addInitScript(
        (entries) => {
          for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
        },
        { theme, ...storage },
      );
      return context;
    };
    const browsers: Record<Screen['as'], BrowserContext> = {
      visitor: await open(),
      author: await open({ token }),
      // The storage after a sign-in.
      newcomer: await open({ token: newcomer.token, unverified: 'yes' }),
    };
    for (const screen of await screensOf(page, site, token)) {
      await test.step(screen.name, async () => {
        const view = await browsers[screen.as].newPage();
        const problems: string[] = [];
        view.on('console', (message) => {
          if (
            ['error', 'warning'].includes(message.type()) &&
            !/Failed to load resource/.test(message.text())
          ) {
            problems.push(message.text());
          }
        });
        view.on('pageerror', (error) => problems.push(error.message));
        await view.setViewportSize({ width: 390, height });
        await view.goto(screen.path);
        await expect(view.getByRole('heading', { level: 1, name: screen.heading }).first()).toBeVisible();
        await view.waitForLoadState('networkidle');
        await expect(view).toHaveTitle(screen.title);
        // No script depends on the width, so resizing gives the same result as loading at that width.
        for (const width of [...widths, narrowest]) {
          await view.setViewportSize({ width, height });
          if (width !== narrowest)
            expect(await axeViolations(view, { tags }), `${screen.name}, ${width} px`).toEqual([]);
          const overflow = await view.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(overflow, `${screen.name} does not scroll sideways, ${width} px`).toBeLessThanOrEqual(0);
        }
        expect(problems, screen.name).toEqual([]);
        await view.close();
      });
    }
    for (const context of Object.values(browsers)) await context.close();
  });
}

test('dialogs and menus are accessible too [P24]', async ({ page, site }) => {
  const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
  const { token } = await response.json();
  await setToken(page, token);
  const [story] = (await callAs<{ data: { _id: string }[] }>(page, site, token, 'GET', '/stories/my-stories'))
    .data;
  const check = async (what: string) =>
    expect(await axeViolations(page, { without: ['aria-hidden-focus', 'region'] }), what).toEqual([]);
  await page.goto(`/write/${story?._id}`);
  await page.getByRole('button', { name: 'Edit Story' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Literary' })).toBeVisible();
  await check('the story form');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
  await check('the menu of a chapter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check('a confirmation');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/write');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await check('the import');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Save Profile' }).scrollIntoViewIfNeeded();
  await page.getByLabel('Username').fill('a b');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Please enter your old password.').first()).toBeVisible();
  await check('settings with errors');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await check('the confirmation of the account deletion');
});

test('every route leads somewhere: screens that are not built yet say so', async ({ page, site }) => {
  await signUpViaApi(page, site);
  for (const [path, name] of [
    ['/discover', 'Discover Stories'],
    ['/search?q=lamp', 'Search'],
    ['/category/popular', 'Category'],
    ['/community', 'Community'],
    ['/store', 'Store'],
    ['/analytics', 'Analytics'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`${name} - Inkling`);
    await expect(page.getByText('We’re still building this page.')).toBeVisible();
  }
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL('/home');
});
