import type { Browser, Page } from '@playwright/test';
import { type AxeRules, axeViolations, endTransitions } from './support/axe.ts';
import { recordRequests, withoutCached } from './support/requests.ts';
import {
  builtRoutes,
  type Screen,
  type ScreenFixtures,
  screenFixtures,
  screensOf,
  unbuiltScreens,
  type Viewer,
} from './support/screens.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  collectProblems,
  expect,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

test.describe.configure({ mode: 'parallel' });

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What a theme can change; the level-AAA rule runs only when a tag asks for it. */
const colours: AxeRules = { tags: ['cat.color'], without: ['color-contrast-enhanced'] };
const height = 844;
/** Widths of a laptop and of a phone. */
const [laptop, phone] = [1440, 390];
/** The width of the smallest phones, and of a 1280 px page at 400% zoom (WCAG 1.4.10). */
const narrowest = 320;
const maxRequests = 12;
/** How long requests are recorded after the network is idle, to include late ones. */
const watchMs = 2500;

/** A page with an empty cache that has been opened as this viewer. */
async function openScreen(browser: Browser, site: Site, { viewer, path }: Screen, tokens: ScreenFixtures) {
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme: 'light',
    viewport: { width: laptop, height },
  });
  if (viewer !== 'newcomer') await skipOnboarding(context);
  const storage: Record<Viewer, Record<string, string>> = {
    visitor: {},
    author: { token: tokens.token },
    // The storage after a sign-in.
    newcomer: { token: tokens.newcomerToken, unverified: 'yes' },
  };
  await context.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, storage[viewer]);
  const page = await context.newPage();
  const problems: string[] = [];
  collectProblems(page, problems);
  const requests = recordRequests(page);
  await page.goto(path);
  return { context, page, problems, requests };
}

/** Changes the system theme. */
async function showTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await endTransitions(page);
}

/**
 * Opens a screen once and checks everything that shows on an opened page. Widths and themes change layout and
 * colours by style sheet only, so resizing gives the same result as loading again.
 */
async function sweep(browser: Browser, site: Site, screen: Screen, tokens: ScreenFixtures): Promise<void> {
  const name = `${screen.path}, ${screen.viewer}`;
  const { context, page, problems, requests } = await openScreen(browser, site, screen, tokens);
  const expectNoOverflow = async () => {
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const what = `${name} does not scroll sideways, ${page.viewportSize()?.width} px`;
    expect.soft(overflow, what).toBeLessThanOrEqual(0);
  };
  const expectNoViolations = async (theme: 'light' | 'dark', rules: AxeRules = { tags }) => {
    if (screen.examinedElsewhere) return;
    await showTheme(page, theme);
    const what = `${name}, ${page.viewportSize()?.width} px, ${theme}`;
    expect.soft(await axeViolations(page, rules), what).toEqual([]);
  };
  const heading = { name: screen.heading, ...(!screen.examinedElsewhere && { level: 1 }) };
  await expect(page.getByRole('heading', heading).first(), name).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Not what is fetched later, while axe runs.
  const watched = page.waitForTimeout(watchMs).then(() => [...requests]);
  await expect(page, name).toHaveTitle(screen.title);
  await expectNoOverflow();
  await expectNoViolations('light');
  if (screen.allColours) await expectNoViolations('dark', colours);
  await expectFewRequests(name, await withoutCached(page, await watched), screen.maxRequests);
  await page.setViewportSize({ width: phone, height });
  await expectNoOverflow();
  await expectNoViolations('dark');
  if (screen.allColours) await expectNoViolations('light', colours);
  await page.setViewportSize({ width: narrowest, height });
  await expectNoOverflow();
  expect.soft(problems, name).toEqual([]);
  await context.close();
}

function expectFewRequests(name: string, requests: string[], max = maxRequests): void {
  // On a slow machine the page may already have started to prefetch, which does not count.
  const prefetchStart = requests.findIndex((request) => request.includes('/prefetch-'));
  const opening = prefetchStart < 0 ? requests : requests.slice(0, prefetchStart);
  const all = `${name}:\n${opening.join('\n')}`;
  // Lists show stories of other tests too, some of which have uploaded covers.
  const own = opening.filter((request) => !request.startsWith('image GET /files/'));
  expect.soft(own.length, all).toBeLessThanOrEqual(max);
  expect
    .soft(opening.length, `the document, its style sheet, script and fonts: ${all}`)
    .toBeGreaterThanOrEqual(6);
  expect.soft(new Set(opening).size, `no duplicates: ${all}`).toBe(opening.length);
}

test('the sweep covers every route', () => {
  const nothing = { _id: '', title: '' };
  const arabic = { ...nothing, language: '', author: { username: '', displayName: '' } };
  const italic = { id: '', short: '' };
  const fixtures = {
    token: '',
    newcomerToken: '',
    own: nothing,
    chapter: nothing,
    passage: '',
    arabic,
    italic,
    importId: '',
    collectionId: '',
  };
  expect(Object.keys(screensOf(fixtures)).sort()).toEqual([...builtRoutes].sort());
});

/** Parts of about the same size, because parallel tests are distributed one by one. */
const parts = 3;
/** Most of a sweep is waiting for late requests. */
const screensAtOnce = 3;
for (let part = 0; part < parts; part += 1) {
  test(`every screen has a title, fits, is accessible in both themes and opens with at most ${maxRequests} requests: part ${part + 1} of ${parts} [P24]`, async ({
    page,
    site,
    browser,
  }) => {
    test.setTimeout(240_000);
    const fixtures = await screenFixtures(page, site);
    const screens = Object.values(screensOf(fixtures)).flat();
    const queue = screens.filter((_, index) => index % parts === part);
    const sweepNext = async (): Promise<void> => {
      const next = queue.shift();
      if (next === undefined) return;
      await test.step(`${next.path}, ${next.viewer}`, () => sweep(browser, site, next, fixtures));
      await sweepNext();
    };
    await Promise.all(Array.from({ length: screensAtOnce }, sweepNext));
  });
}

test('routes whose screens are not built yet say so, and unknown paths lead home', async ({ page, site }) => {
  await signUpViaApi(page, site);
  for (const { path, name } of unbuiltScreens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveTitle(`${name} - Inkling`);
    await expect(page.getByText('We’re still building this page.')).toBeVisible();
  }
  await page.goto('/nowhere/at/all');
  await expect(page).toHaveURL('/home');
});

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
  await page.getByRole('menuitem', { name: 'Reading time' }).click();
  await expect(page.getByText(/^There is no average yet/)).toBeVisible();
  await check('how long readers take for a chapter');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
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
  const deletion = page.getByRole('button', { name: 'Delete my account' });
  await deletion.scrollIntoViewIfNeeded();
  // The section above loads when it is near, and may move the button.
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await deletion.click();
  await check('the confirmation of the account deletion');
});
