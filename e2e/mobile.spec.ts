import type { Page } from '@playwright/test';
import {
  callAs,
  createStory,
  expect,
  expectLoaded,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

const width = 390;

/** Whether a phone shows a page at its own width: a page that is wider is zoomed out, or scrolls sideways. */
async function expectFits(page: Page, what: string): Promise<void> {
  const widths = () =>
    page.evaluate(() => [innerWidth, document.documentElement.scrollWidth, visualViewport?.scale]);
  await expect.poll(widths, what).toEqual([width, width, 1]);
}

test('on a phone, pages are as wide as its screen, and taps reach what they are meant for [U18]', async ({
  browser,
  page: desktop,
  site,
}) => {
  const author = await signUpViaApi(desktop, site, 'author');
  const reader = await signUpViaApi(desktop, site);
  const { story, chapters } = await createStory(desktop, site, author.token, { chapters: 2, paragraphs: 40 });
  const asReader = <T>(method: string, path: string, data?: object) =>
    callAs<T>(desktop, site, reader.token, method, path, data);
  const [chapter = ''] = chapters;
  const words = 'Paragraph 1: lantern0';
  await asReader('POST', '/highlights', {
    storyId: story,
    chapterId: chapter,
    version: 1,
    startOffset: 0,
    endOffset: words.length,
    selectedText: words,
    color: 'yellow',
    note: 'Why?',
  });
  await callAs(desktop, site, author.token, 'POST', '/comments', { chapter, content: 'Who lit the lamp?' });
  const passage = { version: 1, startOffset: 0, endOffset: words.length };
  await callAs(desktop, site, author.token, 'POST', '/comments', { chapter, passage, content: 'A lantern.' });

  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await skipOnboarding(context);

  /** Expects that a finger reaches the whole of the button with a paragraph's comments, at least 24 px high and wide. */
  const expectHit = async (page: Page) => {
    const count = page.getByRole('button', { name: /^1 comment on the paragraph/ });
    await expect(count).toBeVisible();
    const missed = await count.evaluate((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      if (right - left < 24 || bottom - top < 24) return ['too small'];
      const points = [left + 1, (left + right) / 2, right - 1].flatMap((x) =>
        [top + 1, (top + bottom) / 2, bottom - 1].map((y) => document.elementFromPoint(x, y)),
      );
      return points.filter((hit) => !button.contains(hit)).map((hit) => hit?.outerHTML.slice(0, 200));
    });
    expect(missed).toEqual([]);
  };

  await test.step('a visitor goes from the landing page to a story', async () => {
    const page = await context.newPage();
    await page.goto('/');
    await expectLoaded(page);
    await expectFits(page, 'the landing page');
    await page.getByRole('article').getByRole('heading', { level: 3 }).getByRole('link').first().tap();
    await expect(page).toHaveURL(/\/story\//);
    await expectLoaded(page);
    await expectFits(page, 'a story, for a visitor');
    await page.close();
  });

  const page = await context.newPage();
  await setToken(page, reader.token);
  const settings = page.getByRole('dialog', { name: 'Reading settings' });
  const openSettings = async () => {
    await page.getByRole('button', { name: 'Reading settings' }).tap();
    await expect(settings.getByRole('radio', { name: 'Pages' })).toBeAttached();
  };

  await test.step('a chapter in scrolling text, its settings and its chat', async () => {
    await page.goto(`/story/${story}`);
    await expectLoaded(page);
    await expectFits(page, 'a story');
    await page.getByRole('link', { name: 'Start Reading' }).tap();
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    await page.touchscreen.tap(200, 500);
    await expect(page.getByRole('button', { name: 'Live Chat' })).toBeVisible();
    await expectFits(page, 'a chapter');
    // In the bar, so that it covers no words.
    const timeLeft = await page.getByRole('complementary', { name: 'Time left' }).boundingBox();
    const button = await page.getByRole('button', { name: 'Live Chat' }).boundingBox();
    expect(button?.y).toBeGreaterThanOrEqual(timeLeft?.y ?? Number.POSITIVE_INFINITY);
    for (const narrow of [320, width]) {
      await page.setViewportSize({ width: narrow, height: 844 });
      await expectHit(page);
      const search = await page.getByRole('button', { name: 'Search in this story' }).boundingBox();
      const back = await page.locator('.reader-bar > a').boundingBox();
      const room = (search?.x ?? 0) - (back?.x ?? 0) - (back?.width ?? 0);
      // Without the buttons of the list of chapters, beside those of the header.
      expect(room, `for the title, ${narrow} px`).toBeGreaterThan(narrow / 2.4);
    }
    await expect(page.getByRole('button', { name: 'Next chapter', exact: true })).toBeHidden();
    await page.getByRole('button', { name: '1 of 2' }).tap();
    const list = page.getByRole('dialog', { name: 'Chapters' });
    await expect(list.getByRole('button', { name: 'Previous Chapter' })).toBeDisabled();
    await list.getByRole('button', { name: 'Next Chapter' }).tap();
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
    await expect(list).toHaveCount(0);
    await page.getByRole('button', { name: '2 of 2' }).tap();
    await list.getByRole('button', { name: 'Previous Chapter' }).tap();
    await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Live Chat' }).tap();
    const chat = page.getByRole('dialog', { name: 'Live Chat' });
    await expect(chat.getByText('No messages yet. Start the conversation!')).toBeVisible();
    await expectFits(page, 'the chat');
    await chat.getByRole('textbox').fill('Who lit the lamp?');
    await chat.getByRole('button', { name: 'Send' }).tap();
    await expect(chat.getByRole('log').getByText('Who lit the lamp?')).toBeVisible();
    await expectFits(page, 'a message');
    await chat.getByRole('button', { name: 'Close', exact: true }).tap();
    await expect(chat).toHaveCount(0);
    await openSettings();
    await expectFits(page, 'the settings');
  });

  await test.step('a chapter in pages, with an annotation', async () => {
    await settings.getByText('Pages', { exact: true }).tap();
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await expect(bar).toContainText(/1 \/ \d\d/);
    // The first tap outside closes the settings.
    await page.touchscreen.tap(195, 250);
    await expect(settings).toHaveCount(0);
    await expectFits(page, 'pages');
    const count = page.getByRole('button', { name: /^1 comment on the paragraph/ });
    const { x, y, height } = (await count.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    await page.touchscreen.tap(x + 30, y + height / 2);
    await expect(bar).toContainText('2 /');
    await page.touchscreen.tap(10, 400);
    await expect(bar).toContainText('1 /');
    await page.touchscreen.tap(195, 400);
    await expect(bar).toHaveCSS('opacity', '1');
    await expectHit(page);
    for (const [x, number] of [
      [380, '2 /'],
      [195, '2 /'],
      [300, '3 /'],
      [10, '2 /'],
    ] as const) {
      await page.touchscreen.tap(x, 400);
      await expect(bar).toContainText(number);
    }
    await page.touchscreen.tap(195, 400);
    await bar.getByRole('button', { name: 'Next page' }).tap();
    await expect(bar).toContainText('3 /');
    await page.getByRole('button', { name: 'Live Chat' }).tap();
    const chat = page.getByRole('dialog', { name: 'Live Chat' });
    await expect(chat.getByText('Who lit the lamp?')).toBeVisible();
    await expectFits(page, 'the chat over pages');
    await chat.getByRole('button', { name: 'Close', exact: true }).tap();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    const report = page.locator('main > footer').getByRole('button', { name: 'Report' });
    await expect(report).toBeInViewport();
    const { x: left, width: wide } = (await report.boundingBox()) ?? { x: 0, width: 0 };
    expect(left, 'Report is beside the side that turns').toBeGreaterThan(width * 0.28);
    expect(left + wide).toBeLessThan(width * 0.72);
  });

  await test.step('the library', async () => {
    await page.goto('/library');
    await expect(page.getByRole('link', { name: 'The Lamp' }).first()).toBeVisible();
    await expectFits(page, 'the library');
    await page.getByRole('tab', { name: 'Bookmarks' }).tap();
    await expect(page).toHaveURL(/tab=bookmarks/);
    await expectFits(page, 'bookmarks');
  });
  await context.close();
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 320, height: 500 } });

  test('a long menu stays in the window and scrolls, and numbers of rows stay on their line', async ({
    page,
    site,
  }) => {
    const { token } = await signUpViaApi(page, site, 'author');
    const title = 'The Lamp at Low Water';
    const { story } = await createStory(page, site, token, { title, chapters: 2, published: false });
    await page.goto(`/write/${story}`);
    await page.getByRole('button', { name: 'Actions for Evening 1' }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeInViewport({ ratio: 1 });
    await menu.getByRole('menuitem', { name: 'Edit Chapter' }).hover();
    await menu.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

    const name = { name: 'The Tide Books' };
    const series = await callAs<{ data: { _id: string } }>(page, site, token, 'POST', '/series', name);
    const parts = { stories: [story], version: 0 };
    await callAs(page, site, token, 'PUT', `/series/${series.data._id}/stories`, parts);
    await page.goto('/write?tab=series');
    const number = await page.getByText('1.', { exact: true }).boundingBox();
    expect(number?.height).toBeLessThan(30);
  });
});

test('on a phone, Back closes what is open over a chapter, one after the other, and leaves it only then', async ({
  browser,
  page: desktop,
  site,
}) => {
  const author = await signUpViaApi(desktop, site, 'author');
  const { story, chapters } = await createStory(desktop, site, author.token, { chapters: 2, paragraphs: 40 });
  const [chapter = ''] = chapters;
  const passage = { version: 1, startOffset: 0, endOffset: 12 };
  await callAs(desktop, site, author.token, 'POST', '/comments', { chapter, passage, content: 'A lantern.' });
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 844 },
    isMobile: true,
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  await skipOnboarding(context);
  const page = await context.newPage();
  const reader = await signUpViaApi(desktop, site);
  await setToken(page, reader.token);
  await page.goto(`/story/${story}`);
  await page.getByRole('link', { name: 'Start Reading' }).tap();
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  const reading = new RegExp(`/reading/${story}`);
  const dialog = page.getByRole('dialog');
  const show = async (name: string | RegExp) => {
    // The header comes back with a tap.
    const button = page.getByRole('button', { name }).first();
    await expect(button).toBeAttached();
    if (!(await button.isVisible())) await page.touchscreen.tap(200, 500);
    await button.tap();
    await expect(dialog.first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state.closesOnBack)).toBe(true);
  };
  for (const name of [
    /^1 comment on the paragraph/,
    'Live Chat',
    'Reading settings',
    'Search in this story',
    /1 of 2/,
  ])
    await test.step(`Back closes what ${name} opens`, async () => {
      await show(name);
      await page.goBack();
      await expect(dialog).toHaveCount(0);
      await expect(page).toHaveURL(reading);
    });
  await test.step('a chapter that is chosen from the list follows the one before it', async () => {
    const before = page.url();
    await show(/1 of 2/);
    await dialog.getByRole('link', { name: /Evening 2/ }).tap();
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(before);
  });
  await test.step('a reload with something open leaves no step behind', async () => {
    await show('Live Chat');
    await page.reload();
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state.closesOnBack)).toBe(undefined);
    await page.goBack();
    await expect(page).toHaveURL(/\/story\//);
  });
  await context.close();
});
