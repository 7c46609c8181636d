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

/** Waits for the first preview of a page, whose script is on its way while the clock stands still. */
const firstPreview = (page: Page, story: string) =>
  expect(async () => {
    await page.clock.runFor(1000);
    await expect(preview(page, story)).toBeVisible({ timeout: 100 });
  }).toPass();

/** Gives a link the focus as the keyboard does; it shows once a key has been pressed. */
async function reach(page: Page, link: Locator): Promise<void> {
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
}

test('a card’s preview opens after two seconds of rest, and closes 300 ms after leaving', async ({
  page,
  site,
}) => {
  const { token } = await signUpViaApi(page, site);
  const title = 'The Lamp One Rests On';
  const { story } = await createStory(page, site, token, { title, chapters: 1 });
  await page.clock.install();
  await page.goto('/home');
  const pause = card(page, title);
  const leave = () => page.mouse.move(2, 2);
  await expect(pause).toBeVisible();
  await pause.scrollIntoViewIfNeeded();
  await stopClock(page);
  await test.step('its script is fetched with the first one', async () => {
    await pause.hover();
    await firstPreview(page, story);
    await leave();
    await page.clock.runFor(300);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('by the mouse', async () => {
    await pause.hover();
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

  await test.step('not when one only passes', async () => {
    await pause.hover();
    await page.clock.runFor(1990);
    await leave();
    await page.clock.runFor(3000);
    await expect(preview(page, story)).toHaveCount(0);
  });

  await test.step('stays while one is on it', async () => {
    await pause.hover();
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

  await test.step('by the keyboard, and Esc closes it', async () => {
    const link = pause.getByRole('link', { name: title });
    await reach(page, link);
    await page.clock.runFor(1990);
    await expect(preview(page, story)).toHaveCount(0);
    await page.clock.runFor(10);
    await expect(preview(page, story)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(preview(page, story)).toHaveCount(0);
  });
});

test('a finger opens no preview; a story that is coming soon says so', async ({ site, browser }) => {
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
  // By the keyboard it would open here too.
  await reach(page, link);
  await firstPreview(page, story);
  await page.keyboard.press('Escape');
  await link.scrollIntoViewIfNeeded();
  const box = await soon.boundingBox();
  const at = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 40 };
  const finger = await context.newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.clock.runFor(3000);
  await expect(preview(page, story)).toHaveCount(0);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] });
  await page.touchscreen.tap(at.x, at.y);
  await page.clock.runFor(3000);
  await expect(page.getByText(alertText)).toBeVisible();
  await expect(preview(page, story)).toHaveCount(0);
  await expect(page).toHaveURL('/home');
  await context.close();
});
