import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type AxeRules, axeViolations, endTransitions } from './support/axe.ts';
import { recordRequests } from './support/requests.ts';
import {
  allRoutes,
  type Screen,
  type ScreenFixtures,
  screenFixtures,
  screensOf,
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

type Contexts = Record<Viewer, BrowserContext>;

/** A browser context for each viewer, as after a sign-in. All screens of a viewer use it, so scripts are compiled once. */
async function openContexts(browser: Browser, site: Site, tokens: ScreenFixtures): Promise<Contexts> {
  const open = async (storage: Record<string, string>) => {
    const context = await browser.newContext({
      baseURL: site.url,
      colorScheme: 'light',
      viewport: { width: laptop, height },
    });
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    }, storage);
    return context;
  };
  const contexts = {
    visitor: await open({}),
    author: await open({ token: tokens.token }),
    newcomer: await open({ token: tokens.newcomerToken, unverified: 'yes' }),
  };
  await skipOnboarding(contexts.visitor);
  await skipOnboarding(contexts.author);
  return contexts;
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
async function sweep(contexts: Contexts, screen: Screen): Promise<void> {
  const name = `${screen.path}, ${screen.viewer}`;
  const page = await contexts[screen.viewer].newPage();
  const problems: string[] = [];
  collectProblems(page, problems);
  const requests = recordRequests(page);
  const opened = await page.goto(screen.path);
  // On a slow machine the server may be busy, and its page asks to try again.
  if (opened?.status() === 503) await page.reload();
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
  await expect(page, name).toHaveTitle(screen.title);
  await expectNoOverflow();
  await expectNoViolations('light');
  if (screen.allColours) await expectNoViolations('dark', colours);
  expectNoDuplicates(name, requests);
  await page.setViewportSize({ width: phone, height });
  await expectNoOverflow();
  await expectNoViolations('dark');
  if (screen.allColours) await expectNoViolations('light', colours);
  await page.setViewportSize({ width: narrowest, height });
  await expectNoOverflow();
  expect.soft(problems, name).toEqual([]);
  await page.close();
}

function expectNoDuplicates(name: string, requests: string[]): void {
  // On a slow machine the page may already have started to prefetch, which does not count.
  const prefetchStart = requests.findIndex((request) => request.includes('/prefetch-'));
  const begun = prefetchStart < 0 ? requests : requests.slice(0, prefetchStart);
  // Lists that others write into are asked for again once the live connection is there: something may have been missed.
  const connected = begun.findIndex((request) => request.startsWith('websocket'));
  const opening = begun.filter(
    (request, index) => connected < 0 || index < connected || !/\/(comments|posts|inbox)$/.test(request),
  );
  expect
    .soft(new Set(opening).size, `${name} has no duplicates:\n${opening.join('\n')}`)
    .toBe(opening.length);
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
    seriesId: '',
    community: { ...nothing, name: '' },
    invitation: '',
    post: nothing,
  };
  expect(Object.keys(screensOf(fixtures)).sort()).toEqual([...allRoutes].sort());
});

/** Parts of about the same size, because parallel tests are distributed one by one. */
const parts = 6;
/** Part of a sweep is waiting for the network to be idle. */
const screensAtOnce = 3;
for (let part = 0; part < parts; part += 1) {
  test(`every screen has a title, fits, is accessible in both themes and requests nothing twice: part ${part + 1} of ${parts} [P24]`, async ({
    page,
    site,
    browser,
  }) => {
    test.setTimeout(240_000);
    const fixtures = await screenFixtures(page, site);
    const contexts = await openContexts(browser, site, fixtures);
    const screens = Object.values(screensOf(fixtures)).flat();
    const queue = screens.filter((_, index) => index % parts === part);
    const sweepNext = async (): Promise<void> => {
      const next = queue.shift();
      if (next === undefined) return;
      await test.step(`${next.path}, ${next.viewer}`, () => sweep(contexts, next));
      await sweepNext();
    };
    await Promise.all(Array.from({ length: screensAtOnce }, sweepNext));
    for (const context of Object.values(contexts)) await context.close();
  });
}

test('unknown paths lead home', async ({ page, site }) => {
  await signUpViaApi(page, site);
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
  // The job that averages the demo readers' times may have run.
  await expect(page.getByText(/^(There is no average yet|Readers take about)/)).toBeVisible();
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
  await check('the profile with an error');
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Please enter your old password.').first()).toBeVisible();
  await check('settings with errors');
  await page.getByRole('tab', { name: 'Offline and data' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await check('the confirmation of the account deletion');
});
