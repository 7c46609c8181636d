import type { Page } from '@playwright/test';
import { callAs, expect, signUpViaApi, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 740 } });

const list = (page: Page) => page.getByRole('list', { name: 'Popular Now' });
const titles = (page: Page) => list(page).getByRole('heading', { level: 3 });
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Scrolls until the end of the list is this far below the window. */
const scrollTo = (page: Page, below: number) =>
  list(page).evaluate((element, distance) => {
    window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight - distance);
  }, below);

test('a category loads stories near its end, without doubles, stops, and keeps its place [U09]', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  // Both, or the reminder would be shown as soon as a page has loaded the reader, and move the list.
  await page.addInitScript(() => {
    localStorage.setItem('unverified', 'yes');
    sessionStorage.setItem('verify-notice-put-away', 'yes');
  });
  // More than the demo library has. One of them can be opened.
  const { data } = await callAs<{ data: { _id: string }[] }>(page, site, token, 'GET', '/stories/popular');
  const [real] = data;
  const stories = Array.from({ length: 47 }, (_, index) => ({
    ...real,
    ...(index !== 32 && { _id: `019f0000-0000-7000-8000-0000000000${index + 10}` }),
    title: `Story ${index + 1}`,
  }));
  const requested: number[] = [];
  await page.route('**/api/v1/stories/popular?*', async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('after') ?? 1);
    requested.push(number);
    // A story was published after the first page, so that the later ones begin with a story that was shown already.
    const moved = number === 1 ? 0 : 1;
    const shown = stories.slice((number - 1) * 20 - moved, number * 20 - moved);
    const next = number < 3 ? { next: String(number + 1) } : {};
    const pagination = { page: 1, limit: 20, total: 47 + moved, totalPages: 3, hasMore: number < 3, ...next };
    await route.fulfill({ json: { success: true, data: shown, pagination } });
  });
  await page.goto('/category/popular');
  await expect(titles(page)).toHaveCount(20);

  await test.step('nothing loads while the end is far', async () => {
    await scrollTo(page, 340);
    await page.waitForTimeout(400);
    expect(requested).toEqual([1]);
    await scrollTo(page, 280);
    await expect(titles(page)).toHaveCount(39);
    expect(requested).toEqual([1, 2]);
  });

  await test.step('the rest follows, each story once, and then nothing', async () => {
    await scrollTo(page, 0);
    await expect(titles(page)).toHaveCount(47);
    await scrollTo(page, 0);
    await page.waitForTimeout(400);
    expect(requested).toEqual([1, 2, 3]);
    expect(await titles(page).allTextContents()).toEqual(stories.map(({ title }) => title));
    await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  await test.step('what follows the list is reached by keyboard', async () => {
    await titles(page).last().getByRole('link').focus();
    const bar = page.getByRole('navigation').last();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(bar.locator(':focus')).toHaveCount(1, { timeout: 100 });
    }).toPass({ intervals: [0, 0, 0] });
    expect(requested).toEqual([1, 2, 3]);
  });

  await test.step('going back from a story leads to the same stories at the same place', async () => {
    const link = page.getByRole('link', { name: 'Story 33', exact: true });
    await link.click({ trial: true });
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(1000);
    await link.click();
    await expect(page).toHaveURL(`/story/${real?._id}`);
    await expect.poll(() => scrolled(page)).toBe(0);
    await page.goBack();
    await expect(link).toBeInViewport();
    await expect.poll(() => scrolled(page)).toBe(before);
    await expect(titles(page)).toHaveCount(47);
    expect(requested).toEqual([1, 2, 3]);
  });
});
