import type { Locator, Page } from '@playwright/test';
import {
  createComingSoonStory,
  createStory,
  expect,
  signUpViaApi,
  skipOnboarding,
  stopClock,
  test,
} from './support/test.ts';

const alertText = 'This story is coming soon! Chapters will be available shortly.';
const card = (page: Page, title: string) =>
  page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title }) })
    .first();
const preview = (page: Page, story: string) => page.locator(`[data-preview="${story}"]`);

/** Waits for a page's first preview, whose script loads while the clock is paused. */
const firstPreview = (page: Page, story: string) =>
  expect(async () => {
    await page.clock.runFor(1000);
    await expect(preview(page, story)).toBeVisible({ timeout: 100 });
  }).toPass();

/** Focuses a link with the keyboard, so that :focus-visible applies. */
async function tabTo(page: Page, link: Locator): Promise<void> {
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
}

test('a card’s preview opens after two seconds of hover or focus and closes 300 ms after leaving', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  const title = 'The Lamp One Rests On';
  const { story } = await createStory(page, site, token, { title, chapters: 1 });
  await page.clock.install();
  await page.goto('/home');
  const target = card(page, title);
  const leave = () => page.mouse.move(2, 2);
  await expect(target).toBeVisible();
  await target.scrollIntoViewIfNeeded();
  await stopClock(page);
  await test.step('the first preview loads the script', async () => {
    await target.hover();
    await firstPreview(page, story);
    await leave();
    await page.clock.runFor(300);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('with the mouse', async () => {
    await target.hover();
    await page.clock.runFor(1990);
    await expect(preview(page, story)).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(preview(page, story)).toContainText('A lamp, and who lit it.');
    expect((await preview(page, story).boundingBox())?.width).toBe(320);
    await leave();
    await page.clock.runFor(290);
    await expect(preview(page, story)).toBeVisible();
    await page.clock.runFor(10);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('not when the pointer leaves before two seconds', async () => {
    await target.hover();
    await page.clock.runFor(1990);
    await leave();
    await page.clock.runFor(3000);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('stays open while the pointer is on it', async () => {
    await target.hover();
    await page.clock.runFor(2000);
    await leave();
    await page.clock.runFor(200);
    await preview(page, story).hover();
    await page.clock.runFor(3000);
    await expect(preview(page, story)).toBeVisible();
    await leave();
    await page.clock.runFor(300);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('with the keyboard; Esc closes it', async () => {
    const link = target.getByRole('link', { name: title });
    await tabTo(page, link);
    await page.clock.runFor(1990);
    await expect(preview(page, story)).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(preview(page, story)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview(page, story)).toHaveCount(0);
  });
});

test('touch opens no preview; tapping a coming-soon story shows a notice', async ({ site, browser }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await skipOnboarding(page);
  const { token } = await signUpViaApi(page, site);
  const title = 'The Lamp to Come';
  const story = await createComingSoonStory(page, site, token, title);
  await page.clock.install();
  await page.goto('/home');
  const soon = card(page, title);
  await expect(soon.getByText('Coming Soon', { exact: true })).toBeVisible();
  const link = soon.getByRole('link', { name: title });
  await stopClock(page);
  // On this device the keyboard opens it too.
  await tabTo(page, link);
  await firstPreview(page, story);
  await page.keyboard.press('Escape');
  await link.scrollIntoViewIfNeeded();
  const box = await soon.boundingBox();
  const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 };
  const touch = await context.newCDPSession(page);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.clock.runFor(3000);
  await expect(preview(page, story)).toHaveCount(0);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await page.touchscreen.tap(at.x, at.y);
  await page.clock.runFor(3000);
  await expect(page.getByText(alertText)).toBeVisible();
  await expect(preview(page, story)).toHaveCount(0);
  await expect(page).toHaveURL('/home');
  await context.close();
});
