import type { Locator, Page } from '@playwright/test';
import { callAs, expect, expectLoaded, signUpViaApi, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

interface Journey {
  from: string;
  /** The link to follow, somewhere below the first screenful if the page is long enough. */
  link: (page: Page) => Locator;
  /** Where it leads. */
  to: RegExp;
}

const main = (page: Page) => page.getByRole('main');
/** The last story's title that leads to its page. */
const lastStory = (page: Page) =>
  main(page)
    .getByRole('article')
    .filter({ hasNotText: 'Coming Soon' })
    .getByRole('heading', { level: 3 })
    .getByRole('link')
    .last();
const story = /\/story\/[\w-]+$/;

/** Waits for a page that has just been opened. */
async function expectOpen(page: Page, to: RegExp | string): Promise<void> {
  await expect(page).toHaveURL(to);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Follows the link, goes back and forward again; true if the first page was scrolled. */
async function travel(page: Page, { from, link, to }: Journey): Promise<boolean> {
  await page.goto(from);
  await expectLoaded(page, from);
  // A page that was rendered for visitors is replaced once the member's layout is loaded.
  if (await page.evaluate(() => localStorage.getItem('token') !== null))
    await expect(page.locator('[data-drawn]'), from).toHaveCount(0);
  // This very element: a list that loads more stories near its end gets another last link.
  const clicked = await link(page).elementHandle();
  // Scrolls as far as the click does.
  await clicked?.click({ trial: true });
  const before = await scrolled(page);
  const address = page.url();
  await clicked?.click();
  await expectOpen(page, to);
  // The reading screen opens where the reader stopped.
  if (!page.url().includes('/reading/'))
    await expect.poll(() => scrolled(page), `${from} → ${to}: a new page is at its top`).toBe(0);
  const target = page.url();
  await page.goBack();
  await expectOpen(page, address);
  await expect.poll(() => scrolled(page), `back to ${from}: the same place`).toBe(before);
  await page.goForward();
  await expectOpen(page, target);
  return before > 100;
}

async function travelAll(page: Page, journeys: Journey[]): Promise<void> {
  let far = 0;
  for (const journey of journeys) {
    await test.step(journey.from, async () => {
      if (await travel(page, journey)) far += 1;
    });
  }
  // Most begin below the first screenful, where a lost position shows.
  expect(far).toBeGreaterThan(journeys.length / 2);
}

test('Back and Forward work for visitors and keep the place [U08]', async ({ page, site }) => {
  const { data } = await (await page.request.get(`${site.url}/api/v1/stories/popular?limit=1`)).json();
  await travelAll(page, [
    { from: '/', link: lastStory, to: story },
    { from: '/about', link: (view) => view.getByRole('contentinfo').getByText('Terms'), to: /\/terms$/ },
    {
      from: `/story/${data[0]._id}`,
      link: (view) => main(view).getByRole('link', { name: data[0].author.displayName }).first(),
      to: /\/profile\//,
    },
    { from: `/profile/${data[0].author.username}`, link: lastStory, to: story },
  ]);
});

test('Back and Forward work for readers and keep the place [U08]', async ({ page, site }) => {
  const { token } = await signUpViaApi(page, site);
  // Both, or the reminder would be shown as soon as a page has loaded the reader, and move the pages.
  await page.addInitScript(() => {
    localStorage.setItem('unverified', 'yes');
    sessionStorage.setItem('verify-notice-put-away', 'yes');
  });
  const asReader = <T>(method: string, path: string, data?: object) =>
    callAs<T>(page, site, token, method, path, data);
  const { data: saved } = await asReader<{ data: { _id: string; author: { username: string } }[] }>(
    'GET',
    '/stories/completed?limit=6',
  );
  for (const { _id } of saved) {
    await asReader('POST', `/stories/${_id}/save-progress`, { progress: 30 });
  }
  const first = saved[0];
  await travelAll(page, [
    { from: '/home', link: lastStory, to: story },
    { from: '/discover', link: lastStory, to: story },
    { from: '/category/popular', link: lastStory, to: story },
    { from: '/search?q=the&type=stories', link: lastStory, to: story },
    {
      from: '/search?q=the&type=chapters',
      link: (view) => main(view).getByRole('listitem').getByRole('link').last(),
      to: /\/(reading|story)\//,
    },
    { from: '/library', link: lastStory, to: /\/(reading|story)\// },
    { from: `/profile/${first?.author.username}`, link: lastStory, to: story },
    {
      from: `/story/${first?._id}`,
      link: (view) =>
        main(view).getByRole('region', { name: 'Episodes' }).getByRole('listitem').getByRole('link').last(),
      to: /\/reading\//,
    },
  ]);
});
