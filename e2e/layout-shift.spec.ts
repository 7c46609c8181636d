import type { Browser, Page } from '@playwright/test';
import { fillSignUp } from './support/forms.ts';
import type { Site } from './support/server.ts';
import {
  callAs,
  createStory,
  delayRequests,
  expect,
  expectLoaded,
  newPerson,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

// Placeholders are what a page without the worker shows.
test.use({ serviceWorkers: 'block' });

/** The maximum Cumulative Layout Shift; up to 0.1 is rated good, and this is half of that. */
const max = 0.05;
/** Delays in ms that make responses and fonts arrive after the first paint: the worst case. */
const delays = { responses: 400, fonts: 900 };

interface Shift {
  value: number;
  /** Whether it came within half a second of the reader's own action, and so is expected. */
  isAnswer: boolean;
  what: string[];
}

declare global {
  interface Window {
    shifts: Shift[];
  }
}

/** Records every layout shift from the first paint, not only the worst session window. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    const watcher = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('value' in entry) || !('sources' in entry) || !Array.isArray(entry.sources)) continue;
        const what = entry.sources.map(({ node, previousRect: from, currentRect: to }) => {
          const named = node instanceof Element ? node.outerHTML.slice(0, 80) : String(node?.textContent);
          return `${named}: ${from.x}, ${from.y} → ${to.x}, ${to.y}`;
        });
        const isAnswer = 'hadRecentInput' in entry && entry.hadRecentInput === true;
        window.shifts.push({ value: Number(entry.value), isAnswer, what });
      }
    });
    watcher.observe({ type: 'layout-shift', buffered: true });
  });
}

async function slowDown(page: Page): Promise<void> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await page.route('**/api/v1/**', async (route) => {
    await wait(delays.responses);
    await route.continue();
  });
  await page.route('**/*.woff2', async (route) => {
    await wait(delays.fonts);
    await route.continue();
  });
}

/** The shifts so far, once the network is idle and fonts are loaded. */
async function shiftsOf(page: Page): Promise<Shift[]> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return page.evaluate(() => window.shifts);
}

interface TestPage {
  name: string;
  path: (story: string) => string;
  as: 'visitor' | 'reader' | 'newcomer';
  /** The story; The Ninth Bell if not given. */
  title?: string;
}

const pages: TestPage[] = [
  { name: 'the landing page', path: () => '/', as: 'visitor' },
  { name: 'a story, for visitors', path: (story) => `/story/${story}`, as: 'visitor' },
  { name: 'a story, for readers', path: (story) => `/story/${story}`, as: 'reader' },
  { name: 'home', path: () => '/home', as: 'reader' },
  { name: 'home, on the first visit after sign-up', path: () => '/home', as: 'newcomer' },
  { name: 'a chapter', path: (story) => `/reading/${story}`, as: 'reader' },
  {
    name: 'a chapter, at its end',
    path: (story) => `/reading/${story}`,
    as: 'reader',
    title: 'Recado sin firma',
  },
];

/** Signs up with a redirect to the reading screen, which does not show the verification reminder. */
async function signsUp(page: Page, story: string): Promise<void> {
  const { username, email, password } = newPerson('newcomer');
  await page.goto(`/signup?redirect=${encodeURIComponent(`/reading/${story}`)}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByLabel('Confirm password').press('Enter');
  await expect(page).toHaveURL(`/reading/${story}`);
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
}

/** The shifts while each of the pages opens at this width. */
async function shiftsAt(width: number, browser: Browser, site: Site, as: TestPage['as']): Promise<void> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width, height: 844 } });
  await skipOnboarding(context);
  const first = await context.newPage();
  const response = await first.request.post('/api/v1/auth/login', { data: site.demo });
  const token = String((await response.json()).token);
  for (const { name, path, title = 'The Ninth Bell' } of pages.filter((one) => one.as === as)) {
    const call = `/stories?title=${encodeURIComponent(title)}`;
    const { data } = await callAs<{ data: { _id: string; title: string }[] }>(
      first,
      site,
      token,
      'GET',
      call,
    );
    const story = data.find((one) => one.title === title)?._id ?? '';
    if (as === 'newcomer') await signsUp(first, story);
    const view = await context.newPage();
    if (as === 'reader') await setToken(view, token);
    await watchShifts(view);
    // Requests that are routed do not use the HTTP cache, so files are as late in each tab.
    await slowDown(view);
    await view.goto(path(story));
    await expect(view.getByRole('heading').first()).toBeVisible();
    if (as === 'newcomer')
      await expect(view.getByRole('region', { name: 'Email verification' })).toBeVisible();
    const shifts = await shiftsOf(view);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect.soft(sum, `${name}, ${width} px: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(max);
    await view.close();
  }
  await context.close();
}

/** At 390 px, the placeholders' tests below watch for shifts too. */
const widths = [320, 1440];
for (const as of ['visitor', 'reader', 'newcomer'] as const) {
  test(`pages of a ${as} have almost no layout shift while loading: ${widths.join(', ')} px [P24] [U03]`, async ({
    site,
    browser,
  }) => {
    // At once, because most of it is waiting for delayed responses.
    await Promise.all(widths.map((width) => shiftsAt(width, browser, site, as)));
  });
}

test('the page that follows signing up does not move [P24] [U03]', async ({ page }) => {
  await watchShifts(page);
  await page.goto('/signup');
  await fillSignUp(page, newPerson('mover'));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('region', { name: 'Email verification' })).toBeVisible();
  const shifts = await shiftsOf(page);
  expect(
    shifts.reduce((all, { value }) => all + value, 0),
    JSON.stringify(shifts),
  ).toBeLessThan(max);
});

interface Placeholders {
  path: string;
  /** The blocks of the content that the placeholders stand for, in order. */
  blocks: string;
  /** The placeholders, unless they are the elements that say that they are loading. */
  waiting?: string;
  as?: 'newcomer';
  maxShift?: number;
  /** Opens the page from `path`, since its document would already have the content. */
  open?: (page: Page) => Promise<void>;
}

const loading = 'main [aria-busy="true"]';
/** Whether React rendered or hydrated an element, rather than only the server. */
const isRendered = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
const skeletons: Placeholders[] = [
  { path: '/home', blocks: 'main section' },
  { path: '/library', blocks: 'main section' },
  { path: '/discover', blocks: 'main ul[aria-label="Stories"]' },
  { path: '/category/popular', blocks: 'main ul[aria-label="Popular Now"]' },
  {
    path: '/search?q=the&type=stories',
    blocks: 'main [role="tabpanel"] ul',
    waiting: `${loading} > .divide-y`,
    // The tabs get their counts.
    maxShift: 0.01,
  },
  { path: '/write', blocks: 'main [role="tabpanel"] ul' },
  { path: '/profile', blocks: 'main header, main section[aria-label="So far"]' },
  { path: '/settings', blocks: 'main section h2', waiting: 'main section h2' },
  {
    path: '/home',
    blocks: 'main article > header, main article > dl, main article > section',
    waiting: `${loading} > div`,
    open: (page) => page.getByRole('link', { name: 'The Ninth Bell' }).last().click(),
  },
  { path: '/home', blocks: 'main section', as: 'newcomer' },
  { path: '/community', blocks: 'main section ul' },
  {
    path: '/community',
    blocks: 'main header, main [role="tablist"], main ul[aria-label="Posts"] > li',
    // What the list has of it shows at once.
    waiting: `main header, main [role="tablist"], ${loading} > .border`,
    open: (page) => page.getByRole('link', { name: 'Up at Six' }).first().click(),
  },
];

for (const width of [390, 1440]) {
  test(`placeholders are where the content will be: ${width} px [P24] [U03]`, async ({ page, site }) => {
    const response = await page.request.post(`${site.url}/api/v1/auth/login`, { data: site.demo });
    const author = String((await response.json()).token);
    await page.addInitScript(() => {
      // The reminder to verify the address would move the newcomer's page.
      localStorage.setItem('unverified', 'yes');
      sessionStorage.setItem('verify-notice-put-away', 'yes');
    });
    const newcomer = await signUpViaApi(page, site, 'newcomer');
    await page.goto('/about');
    await page.setViewportSize({ width, height: 844 });
    await watchShifts(page);
    const topsOf = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top).slice(0, 3));
    for (const { path, blocks, waiting = loading, as, open, maxShift = 0.001 } of skeletons) {
      const token = as === 'newcomer' ? newcomer.token : author;
      await page.evaluate((value) => localStorage.setItem('token', value), token);
      if (open) {
        await page.goto(path);
        await expectLoaded(page);
      }
      const release = await delayRequests(page, '**/api/v1/**');
      await (open ? open(page) : page.goto(path));
      await expect(page.locator(waiting).first()).toBeVisible();
      let before: number[] = [];
      // Again while React is replacing the server's placeholder by the page's own.
      await expect(async () => {
        const earlier = before;
        before = await topsOf(waiting);
        expect(before[0]).toBeGreaterThan(0);
        expect(before).toEqual(earlier);
        expect(await page.locator(waiting).first().evaluate(isRendered)).toBe(true);
      }).toPass({ intervals: [250] });
      release();
      await expect(page.locator(blocks).first()).toBeVisible();
      const shifts = await shiftsOf(page);
      const after = await topsOf(blocks);
      expect(after.length, path).toBeGreaterThan(0);
      for (const [index, top] of after.entries()) {
        const moved = Math.abs(top - (before[index] ?? top));
        expect.soft(moved, `${path}, block ${index + 1}: ${before} → ${after}`).toBeLessThanOrEqual(8);
      }
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThan(maxShift);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}

/** The sum of what moved, except right after an action of the reader. */
const movedByItself = async (page: Page) => {
  const shifts = (await shiftsOf(page)).filter(({ isAnswer }) => !isAnswer);
  return { sum: shifts.reduce((total, { value }) => total + value, 0), what: JSON.stringify(shifts) };
};

for (const width of [390, 1440]) {
  test.describe(`a chapter, ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('is turned into pages at once [U03] [U14]', async ({ page, site }) => {
      const reader = await signUpViaApi(page, site);
      const { story, chapters } = await createStory(page, site, reader.token, {
        chapters: 1,
        paragraphs: 60,
      });
      const address = `/reading/${story}/${chapters[0]}`;
      const chooses = (name: string) =>
        page.getByRole('radio', { name, exact: true }).locator('xpath=ancestor::label').click();
      await watchShifts(page);
      await page.goto(address);
      await page.getByRole('button', { name: 'Reading settings' }).click();
      for (const layout of ['Pages', 'Scrolling', 'Pages']) {
        await chooses(layout);
        await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(layout === 'Pages' ? 1 : 0);
      }
      const turned = await movedByItself(page);
      expect(turned.sum, turned.what).toBeLessThan(0.01);
    });
  });
}

test('the current paragraph stays in place on reflow, even without scroll anchoring [U14]', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1, paragraphs: 60 });
  const position = { paragraph: 30, offset: 0 };
  await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, {
    progress: 50,
    position,
  });
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.goto(`/reading/${story}`);
  const paragraph = page.locator('[data-paragraph="30"]');
  await expect(paragraph).toBeInViewport();
  await page.addStyleTag({ content: '* { overflow-anchor: none }' });
  await page.evaluate(async () => void (await document.fonts.ready));
  const top = () => paragraph.evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  // The browser rounds every position to a pixel, and each reflow begins with a rounded one.
  const moved = async () => Math.abs((await top()) - before);
  await page.addStyleTag({ content: '.chapter-text { letter-spacing: 0.08em }' });
  await expect.poll(moved).toBeLessThan(2);
  for (const width of [390, 700, 390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect.poll(moved, { message: `${width} px` }).toBeLessThan(2);
  }
});
