import type { Locator, Page } from '@playwright/test';
import { type CoverLine, coverFace, coverHeight, layoutNames } from '../packages/web/src/ui/cover-design.ts';
import {
  callAs,
  createComingSoonStory,
  createStory,
  expect,
  joinViaApi,
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

declare global {
  interface Window {
    movedBy: number;
  }
}

/** Adds up the layout shifts from now on, those after input included. */
const watchShifts = (page: Page) =>
  page.evaluate(() => {
    window.movedBy = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) window.movedBy += Number(entry.value);
    }).observe({ type: 'layout-shift' });
  });

/** Focuses a link with the keyboard, so that :focus-visible applies. */
async function tabTo(page: Page, link: Locator): Promise<void> {
  await link.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
}

test.describe('on a page whose clock the test moves', () => {
  test.use({ freshContext: true });

  test('a card’s preview opens after two seconds of hover or focus and closes 300 ms after leaving [U11]', async ({
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
      await watchShifts(page);
      await target.hover();
      await page.clock.runFor(1990);
      await expect(preview(page, story)).toHaveCount(0);
      await page.clock.runFor(10);
      await expect(preview(page, story)).toContainText('A lamp, and who lit it.');
      expect((await preview(page, story).boundingBox())?.width).toBe(320);
      expect(await page.evaluate(() => window.movedBy), 'nothing on the page moves').toBe(0);
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
});

test('touch opens no preview; tapping a coming-soon story shows a notice [U11]', async ({
  site,
  browser,
}) => {
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
  const badge = soon.getByText('Coming Soon', { exact: true });
  await expect(badge).toBeVisible();
  const cover = await soon.locator('.cover').boundingBox();
  const textEnd = (cover?.y ?? 0) + (cover?.height ?? 0) - 0.1 * (cover?.width ?? 0);
  expect((await badge.boundingBox())?.y, 'the badge is below the cover’s text').toBeGreaterThan(textEnd);
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

/** The marks that a line of a cover leaves, in hundredths of the cover's width. */
const inkOf = (page: Page, covers: (CoverLine & { anchor: 'start' | 'middle' })[][]) =>
  page.evaluate(async (all) => {
    const fonts = { title: '620 100px "Literata Variable"', author: '400 100px "Literata Variable"' };
    const letters = all.flat().map(({ text }) => text);
    for (const font of Object.values(fonts)) await document.fonts.load(font, letters.join(''));
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas === null) throw new Error('This browser has no canvas.');
    const measure = ({ text, x, y, size, of, anchor }: (typeof all)[number][number]) => {
      canvas.font = fonts[of];
      canvas.textAlign = anchor === 'middle' ? 'center' : 'start';
      const ink = canvas.measureText(text);
      const share = size / 100;
      return {
        text,
        of,
        left: x - ink.actualBoundingBoxLeft * share,
        right: x + ink.actualBoundingBoxRight * share,
        top: y - ink.actualBoundingBoxAscent * share,
        bottom: y + ink.actualBoundingBoxDescent * share,
      };
    };
    return all.map((lines) => lines.map(measure));
  }, covers);

test('a generated cover cuts neither title nor author, in any layout and size', async ({ page, site }) => {
  const words = 'jugglery Quayside gypsy Ågesta plying Éjphy WWMQ fjord'.split(' ');
  const titles = [
    ...[1, 2, 4, 8, 16, 24].map((count) =>
      Array.from({ length: count }, (_, index) => words[index % words.length]).join(' '),
    ),
    'Wg'.repeat(60),
    'MW'.repeat(100),
  ];
  const authors = [
    'Peggy Quay',
    'Wolfeschlegelsteinhausenbergerdorff Welchevoralternwarengewi',
    'Wj'.repeat(30),
  ];
  const { token } = await signUpViaApi(page, site);
  const { story } = await createStory(page, site, token, { title: 'A Gypsy Jugglery' });
  await page.goto(`/story/${story}`);
  const faces = layoutNames.flatMap((layout) =>
    titles.flatMap((title) => authors.map((author) => coverFace(layout, { title, author }))),
  );
  const ink = await inkOf(
    page,
    faces.map(({ lines, anchor }) => lines.map((line) => ({ ...line, anchor }))),
  );
  for (const [face, { layout, frame, plate }] of faces.entries()) {
    const area = frame ?? plate ?? { x: 0, y: 0, width: 100, height: coverHeight };
    const lines = ink[face] ?? [];
    expect(lines.length).toBeGreaterThan(1);
    for (const [index, { of, ...line }] of lines.entries()) {
      const about = `${layout}: ${line.text}`;
      expect(line.left, about).toBeGreaterThan(Math.max(area.x, 0));
      expect(line.right, about).toBeLessThan(Math.min(area.x + area.width, 100));
      expect(line.top, about).toBeGreaterThan(area.y);
      expect(line.bottom, about).toBeLessThan(area.y + area.height);
      const next = lines[index + 1];
      // Within a title, a descender may come close to a letter below it.
      if (next) expect(next.top - line.bottom, about).toBeGreaterThan(of === next.of ? -1 : 0);
    }
  }
  // The lines stand where they were placed, also in the smallest cover.
  const lines = page.locator('.cover-drawn').first().locator('text');
  await expect(lines.first()).toBeVisible();
  for (const width of [60, 400]) {
    await page
      .locator('.cover-drawn')
      .first()
      .evaluate((cover: HTMLElement, px) => {
        cover.style.width = `${px}px`;
      }, width);
    const outside = await page
      .locator('.cover-drawn')
      .first()
      .evaluate((cover) => {
        const box = cover.getBoundingClientRect();
        return [...cover.querySelectorAll('text')].filter((line) => {
          const { left, right, top, bottom } = line.getBoundingClientRect();
          return left < box.left || right > box.right || top < box.top || bottom > box.bottom;
        }).length;
      });
    expect(outside, `${width} px`).toBe(0);
  }
});

test('from a card’s preview, a story is bookmarked and followed, and a reload knows it', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const title = 'The Lamp Seen in Passing';
  const { story } = await createStory(page, site, author.token, { title, chapters: 1 });
  const reader = await signUpViaApi(page, site);
  const open = async () => {
    await page.goto('/home');
    await card(page, title).scrollIntoViewIfNeeded();
    await expect(async () => {
      await page.mouse.move(2, 2);
      await card(page, title).hover();
      await expect(preview(page, story)).toBeVisible({ timeout: 4000 });
    }).toPass();
  };
  const button = (name: string) => preview(page, story).getByRole('button', { name, exact: true });
  await open();
  await button('Bookmark').click();
  await button('Follow').click();
  await expect(button('Following')).toBeVisible();
  const ofReader = <T>(path: string) => callAs<T>(page, site, reader.token, 'GET', path);
  await expect
    .poll(async () => (await ofReader<{ data: object[] }>('/stories/following')).data)
    .toMatchObject([{ story: { _id: story } }]);
  await expect
    .poll(async () => (await ofReader<{ data: object[] }>('/stories/bookmarks')).data)
    .toMatchObject([{ storyId: story }]);
  await open();
  await expect(button('Bookmarked')).toBeVisible();
  await expect(button('Following')).toBeVisible();
});
