import type { Page } from '@playwright/test';
import { cutLines, overlaps, standsStill, touch } from './support/layout.ts';
import { highlightFirstWords } from './support/offline.ts';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  skipOnboarding,
  test,
} from './support/test.ts';

interface Opened {
  data: { places: { chapter: string; progress: number }[] };
}

const total = 8;

/** Which paragraph is the first below the bars. */
const seen = (page: Page) =>
  page
    .locator('.chapter-text [data-paragraph]')
    .evaluateAll((all) =>
      all.findIndex((one) =>
        [...one.getClientRects()].some(
          ({ left, right, bottom }) => bottom > 120 && right > 0 && left < innerWidth,
        ),
      ),
    );

/** The screen of a phone that is put away, or taken up again. */
const showScreen = (page: Page, isOn: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isOn ? 'visible' : 'hidden',
  );

for (const width of [390, 320])
  test(`a reader of eight chapters on a phone keeps the place, whatever happens in that hour (${width} px)`, async ({
    browser,
    page: desktop,
    site,
  }) => {
    test.setTimeout(400_000);
    const height = width === 320 ? 640 : 844;
    const author = await joinViaApi(desktop, site, 'author');
    const { story, chapters } = await createStory(desktop, site, author.token, {
      title: 'The Long Evening',
      chapters: total,
      paragraphs: 24,
    });
    const passage = { version: 1, startOffset: 0, endOffset: 12 };
    const comment = { chapter: chapters[1], passage, content: 'A lantern.' };
    await callAs(desktop, site, author.token, 'POST', '/comments', comment);
    const reader = await signUpViaApi(desktop, site);
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width, height },
      isMobile: true,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    await skipOnboarding(context);
    const page = await context.newPage();
    await setToken(page, reader.token);
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first();
    const bar = page.getByRole('navigation', { name: 'Pages' });
    const whole = async (when: string) => expect.soft(await overlaps(page), when).toEqual([]);
    const press = async (name: string | RegExp) => {
      // The bars come back with a tap.
      if (!(await button(name).isVisible())) await touch(page, [width / 2, height * 0.6]);
      await expect(button(name)).toBeInViewport();
      await button(name).tap();
    };
    const isIn = async (number: number) => {
      await expect(page.getByRole('heading', { name: `Evening ${number}`, exact: true })).toBeAttached();
      await expect(page.locator('[data-paragraph]').first()).toBeAttached();
    };
    const swipes = async (count: number) => {
      for (let swipe = 0; swipe < count; swipe += 1) {
        await touch(page, [width / 2, height * 0.8], [width / 2, height * 0.2]);
        await page.waitForTimeout(150);
      }
    };
    const scrollToEnd = async () => {
      await swipes(3);
      // In the middle, where the header does not come over it.
      await page
        .getByRole('button', { name: 'Next Chapter', exact: true })
        .evaluate((button) => button.scrollIntoView({ block: 'center' }));
      await page.waitForTimeout(200);
    };
    const next = () => page.getByRole('button', { name: 'Next Chapter', exact: true }).tap();

    await test.step('the first chapter, with a highlight', async () => {
      await page.goto(`/story/${story}`);
      await page.getByRole('link', { name: 'Start Reading' }).tap();
      await isIn(1);
      await whole('first chapter');
      await highlightFirstWords(page);
      await swipes(2);
      await whole('scrolled');
      await scrollToEnd();
      await whole('end of a chapter');
      await next();
      await isIn(2);
    });

    await test.step('comments are opened, and Back closes them', async () => {
      await button(/^1 comment on the paragraph/).scrollIntoViewIfNeeded();
      await press(/^1 comment on the paragraph/);
      await expect(page.getByRole('dialog')).toBeVisible();
      await whole('comments');
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await isIn(2);
    });

    await test.step('the phone is put away, turned, and its network goes and comes', async () => {
      await swipes(2);
      await standsStill(page);
      const at = await seen(page);
      await showScreen(page, false);
      await showScreen(page, true);
      expect(await seen(page)).toBe(at);
      await page.setViewportSize({ width: height, height: width });
      await expect.poll(async () => Math.abs((await seen(page)) - at)).toBeLessThanOrEqual(1);
      await whole('turned');
      await page.setViewportSize({ width, height });
      await expect.poll(async () => Math.abs((await seen(page)) - at)).toBeLessThanOrEqual(1);
      await context.setOffline(true);
      await expect(page.getByText('You’re offline.')).toBeVisible();
      await whole('offline');
      await scrollToEnd();
      await next();
      await isIn(3);
      await swipes(1);
      await context.setOffline(false);
      await expect(page.getByText('You’re offline.')).toHaveCount(0);
      await scrollToEnd();
      await next();
      await isIn(4);
    });

    await test.step('on in pages, to the end of the story', async () => {
      await press('Reading settings');
      await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
      await whole('settings');
      await page
        .getByRole('radio', { name: 'Pages', exact: true })
        .evaluate((radio: HTMLElement) => radio.click());
      await page.goBack();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(bar).toContainText(/\d \/ \d/);
      await whole('pages');
      for (let number = 4; number < total; number += 1) {
        const toEnd = page.getByRole('button', { name: 'Next Chapter', exact: true });
        await expect(async () => {
          await touch(page, [width * 0.92, height * 0.5]);
          await page.waitForTimeout(60);
          await expect(toEnd).toBeInViewport({ timeout: 50 });
        }).toPass({ intervals: [20] });
        if (number === 4) await whole('end in pages');
        await page.waitForTimeout(700);
        await touch(page, [width * 0.92, height * 0.5]);
        await isIn(number + 1);
        if (number === 6) await context.setOffline(false);
        await expect(bar).toContainText('Page 1 /');
        // The next chapter has been fetched by then, and is turned to without a connection.
        if (number === 5) {
          await page.waitForTimeout(2500);
          await context.setOffline(true);
          await page.setViewportSize({ width: height, height: width });
          await touch(page, [height * 0.92, width * 0.5]);
          await expect(bar).toContainText('Page 2 /');
          await whole('pages turned');
          expect(await cutLines(page)).toBe(0);
          await page.setViewportSize({ width, height });
          await touch(page, [width / 2, height / 2]);
          await expect(bar).toHaveCSS('opacity', '1');
          await whole('bars in pages');
          await touch(page, [width / 2, height / 2]);
          await showScreen(page, false);
          await showScreen(page, true);
        }
      }
      await whole('last chapter');
    });

    await test.step('the place is where the reader is', async () => {
      await page.goto('/library');
      const card = page.getByRole('article').filter({ hasText: 'The Long Evening' });
      await expect(card.getByRole('link', { name: 'The Long Evening' })).toHaveAttribute(
        'href',
        `/reading/${story}/${chapters[total - 1]}`,
      );
      const unfinished = async () => {
        const path = `/stories/${story}/reading`;
        const { data } = await callAs<Opened>(desktop, site, reader.token, 'GET', path);
        const isFinished = (id: string) =>
          data.places.some(({ chapter, progress }) => chapter === id && progress === 100);
        return chapters.filter((id) => !isFinished(id)).map((id) => chapters.indexOf(id) + 1);
      };
      await expect.poll(unfinished, { timeout: 6000 }).toEqual([total]);
    });
    await context.close();
  });
