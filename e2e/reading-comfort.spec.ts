import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { cutLines, overlaps, touch } from './support/layout.ts';
import { boxOf, painted, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import { callAs, createStory, expect, setToken, signUpViaApi, test } from './support/test.ts';

const openSettings = async (page: Page): Promise<void> => {
  // A mouse click may scroll to the header, which is sticky.
  await page
    .getByRole('button', { name: 'Reading settings' })
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
};

const choose = (page: Page, name: string): Promise<void> =>
  page.getByRole('radio', { name, exact: true }).evaluate((radio: HTMLElement) => radio.click());

const slide = (page: Page, name: string, value: string): Promise<void> =>
  page.getByRole('slider', { name }).fill(value);

/** The number of the first paragraph that is seen below the header. */
const firstSeen = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const line = innerHeight / 6;
    const seen = [...document.querySelectorAll<HTMLElement>('[data-paragraph]')].find(
      (paragraph) => paragraph.getBoundingClientRect().bottom > line,
    );
    return Number(seen?.dataset.paragraph);
  });

test('settings keep the paragraph in view, show in another tab, survive a reload, follow the account, and can be reset [U14] [U15]', async ({
  page,
  site,
  browser,
  context,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1, paragraphs: 60 });
  const address = `/reading/${story}/${chapters[0]}`;
  await page.goto(address);
  const tab = await context.newPage();
  const opened = tab.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
  await tab.goto(address);
  // Its place is older than that of this page.
  await opened;
  const paragraph = page.locator('[data-paragraph="30"]');
  await paragraph.evaluate((element) =>
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - window.innerHeight / 6),
  );
  await openSettings(page);
  await page.getByRole('switch', { name: 'Rain sound' }).waitFor();
  const changes = [
    () => choose(page, 'Extra large'),
    () => choose(page, 'OpenDyslexic'),
    () => slide(page, 'Line height', '1.2'),
    () => slide(page, 'Text width', '45'),
    () => page.getByRole('switch', { name: 'Justified text' }).check(),
    () => choose(page, 'Sepia'),
  ];
  for (const change of changes) {
    await change();
    await expect.poll(() => firstSeen(page)).toBe(30);
  }
  await page.evaluate(() => document.fonts.ready);
  expect(await firstSeen(page)).toBe(30);
  const stored = async () =>
    (
      await callAs<{ user: { readingPreferences: { readingSettings: object } } }>(
        page,
        site,
        reader.token,
        'GET',
        '/auth/me',
      )
    ).user.readingPreferences.readingSettings;
  // Either tab sends them.
  await expect
    .poll(stored)
    .toEqual({ size: 'xl', face: 'dyslexic', lineHeight: 1.2, width: 45, justify: true, theme: 'sepia' });
  await expect(tab.locator('html')).toHaveAttribute('data-reading-theme', 'sepia');
  await expect(tab.locator('.reading-screen')).toHaveAttribute('data-face', 'dyslexic');
  await tab.close();

  const text = page.locator('.chapter-text');
  const style = (name: string) =>
    text.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
  const size = await style('font-size');
  await page.reload();
  await expect(paragraph).toBeInViewport();
  expect(await style('font-size')).toBe(size);
  expect(await style('font-family')).toContain('OpenDyslexic');

  const other = await browser.newContext({ baseURL: site.url });
  const phone = await other.newPage();
  await setToken(phone, reader.token);
  await phone.goto(address);
  await phone.mouse.move(100, 100);
  await expect(phone.locator('html')).toHaveAttribute('data-reading-theme', 'sepia');
  await expect(phone.locator('.reading-screen')).toHaveAttribute('data-face', 'dyslexic');
  await openSettings(phone);
  const reset = phone.waitForResponse(
    (response) => response.url().endsWith('/users/preferences') && response.ok(),
  );
  await phone.getByRole('button', { name: 'Reset' }).click();
  await expect(phone.locator('html')).toHaveAttribute('data-reading-theme', 'dark');
  await reset;
  await other.close();
  await page.reload();
  await page.mouse.move(100, 100);
  await expect(page.locator('html')).toHaveAttribute('data-reading-theme', 'dark');
  await expect(page.locator('.reading-screen')).toHaveAttribute('data-reading-size', 'md');
});

/** Two pages of placeholders come first, and a font that arrives later may move the place to another page. */
async function pagesReady(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText(/1 \/ \d\d/);
  await page.evaluate(() => document.fonts.ready.then(Boolean));
}

/** Where the text of the page that is seen begins. */
const leftEdge = (page: Page): Promise<number> =>
  page.locator('[data-paragraph]').evaluateAll((paragraphs) => {
    const lefts = paragraphs.flatMap((paragraph) => [...paragraph.getClientRects()].map(({ left }) => left));
    return Math.min(...lefts.filter((left) => left >= 0));
  });

/** The paragraphs on the page that is seen. */
const paragraphsSeen = (page: Page): Promise<number[]> =>
  page.locator('.pages').evaluate((box) => {
    const page = box.getBoundingClientRect();
    return [...box.querySelectorAll<HTMLElement>('[data-paragraph]')]
      .filter((paragraph) =>
        [...paragraph.getClientRects()].some(({ left, right }) => right > page.left && left < page.right),
      )
      .map(({ dataset }) => Number(dataset.paragraph));
  });

test.describe('by touch and keys', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', hasTouch: true } });

  test('keys change size, theme and bookmark, except in fields; focus mode shows only the text until a scroll up, the focus or a tap [U17] [U19]', async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 40 });
    await page.addInitScript(() => localStorage.setItem('reading-settings', '{"controls":"focus"}'));
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    const settings = page.getByRole('button', { name: 'Reading settings' });
    await expect(settings).not.toBeInViewport();
    await page.mouse.move(300, 400);
    await page.mouse.wheel(0, 900);
    await expect(page.getByRole('complementary', { name: 'Time left' })).toBeHidden();
    await expect(settings).not.toBeInViewport();
    await page.mouse.wheel(0, -100);
    await expect(settings).toBeInViewport();
    await page.mouse.wheel(0, 300);
    await expect(settings).not.toBeInViewport();
    await settings.focus();
    await expect(settings).toBeInViewport();
    await page.locator('main').focus();
    await page.mouse.wheel(0, 300);
    await expect(settings).not.toBeInViewport();
    await touch(page, [300, 400]);
    await expect(settings).toBeInViewport();
    await page.mouse.wheel(0, 300);
    await expect(settings).not.toBeInViewport();

    const screen = page.locator('.reading-screen');
    await page.keyboard.press('+');
    await expect(screen).toHaveAttribute('data-reading-size', 'lg');
    await page.keyboard.press('-');
    await expect(screen).toHaveAttribute('data-reading-size', 'md');
    await page.keyboard.press('t');
    await expect(page.locator('html')).toHaveAttribute('data-reading-theme', 'sepia');
    const bookmark = page.getByRole('button', { name: /bookmark/i }).first();
    await page.keyboard.press('b');
    await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
    const [top, height] = await page.evaluate(() => [window.scrollY, window.innerHeight] as const);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.keyboard.press('Space');
    await expect.poll(scrolled).toBeGreaterThan(top + height / 2);
    await page.keyboard.press('Shift+Space');
    await expect.poll(scrolled).toBe(top);
    const comment = page.getByLabel('Write a comment');
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    await comment.fill('');
    await comment.pressSequentially('t+b?');
    await expect(comment).toHaveValue('t+b?');
    await expect(screen).toHaveAttribute('data-reading-size', 'md');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.locator('main').focus();
    await openSettings(page);
    await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeAttached();
    await expect(page.locator('html')).toHaveAttribute('data-reading-theme', 'sepia');
  });

  test('pages turn by keys, taps and swipes without cut lines, keep the place when the window turns, and save it [U18]', async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 40 });
    await page.addInitScript(() => localStorage.setItem('reading-settings', '{"layout":"paged"}'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await pagesReady(page);
    await page.keyboard.press('ArrowRight');
    await expect(bar).toContainText('2 /');
    await page.keyboard.press(' ');
    await expect(bar).toContainText('3 /');
    const header = page.getByRole('button', { name: 'Reading settings' });
    await expect(header).not.toBeInViewport();
    await expect(bar).toHaveCSS('opacity', '0');
    const box = () => page.locator('.pages').boundingBox();
    const [whole, text] = [await box(), await paragraphsSeen(page)];
    await touch(page, [195, 400]);
    await expect(header).toBeInViewport();
    await expect(bar).toHaveCSS('opacity', '1');
    // The bars lie over the page, which neither moves nor is laid out again.
    expect([await box(), await paragraphsSeen(page)]).toEqual([whole, text]);
    expect((whole?.y ?? 0) + (844 - (whole?.y ?? 0) - (whole?.height ?? 0))).toBeLessThan(25);
    await touch(page, [195, 400]);
    await expect(header).not.toBeInViewport();
    await expect(bar).toHaveCSS('opacity', '0');
    await touch(page, [195, 400]);
    await expect(header).toBeInViewport();
    await touch(page, [350, 400]);
    await expect(bar).toContainText('4 /');
    await expect(header).not.toBeInViewport();
    await touch(page, [300, 400], [100, 410]);
    await expect(bar).toContainText('5 /');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close', exact: true }).tap(),
    ]) {
      await openSettings(page);
      await close();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(header).not.toBeInViewport();
      await touch(page, [350, 400]);
      await expect(bar).toContainText('6 /');
      await expect(header).not.toBeInViewport();
      await touch(page, [40, 400]);
      await expect(bar).toContainText('5 /');
    }
    await touch(page, [40, 400]);
    await expect(bar).toContainText('4 /');
    await touch(page, [195, 400]);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(bar).toContainText('5 /');
    const [word] = await paragraphsSeen(page);
    for (const [width, height] of [
      [844, 390],
      [1440, 900],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(async () => (await paragraphsSeen(page)).includes(word ?? 0)).toBe(true);
      expect(await cutLines(page)).toBe(0);
      expect(
        await page.evaluate(() =>
          [...document.body.querySelectorAll('*')]
            .filter((one) => one.closest('.pages') === null && one.getBoundingClientRect().right > innerWidth)
            .map((one) => one.outerHTML.slice(0, 200)),
        ),
      ).toEqual([]);
      // On phones, bars at the lower edge would be out of sight.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    expect(await axeViolations(page)).toEqual([]);
    await test.step('beside the pages, on a tablet', async () => {
      await page.setViewportSize({ width: 1024, height: 700 });
      await expect.poll(async () => (await paragraphsSeen(page)).includes(word ?? 0)).toBe(true);
      const number = async () => Number.parseInt((await bar.textContent())?.match(/\d+/)?.[0] ?? '', 10);
      const before = await number();
      await touch(page, [1000, 400]);
      await expect.poll(number).toBe(before + 1);
      await touch(page, [980, 400], [800, 410]);
      await expect.poll(number).toBe(before + 2);
      await touch(page, [20, 400]);
      await expect.poll(number).toBe(before + 1);
      await page.setViewportSize({ width: 320, height: 640 });
    });
    // Not the place after the last change of size, which may be on its way.
    const turnedAt = Date.now();
    const saved = page.waitForResponse(
      (response) =>
        response.url().includes('/progress') &&
        response.ok() &&
        response.request().timing().startTime >= turnedAt,
    );
    await page.keyboard.press('PageDown');
    await saved;
    const seen = await paragraphsSeen(page);
    await page.reload();
    await expect.poll(() => paragraphsSeen(page)).toEqual(seen);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowRight');
    const next = page.getByRole('button', { name: 'Next Chapter', exact: true });
    await expect(next).toBeInViewport();
    await touch(page, [10, 200]);
    await expect(next).not.toBeInViewport();
    await expect(bar).toContainText(/(\d+) \/ \1/);
    await touch(page, [300, 400], [100, 410]);
    await expect(next).toBeInViewport();
    await touch(page, [310, 200]);
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeInViewport();
    // Back from its first page, the chapter before opens at its last page.
    await touch(page, [100, 400], [300, 410]);
    await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeAttached();
    await expect(bar).toContainText(/(\d+) \/ \1/);
    expect(await paragraphsSeen(page)).toContain(40);
  });

  test('in pages, words are selected and highlighted, and the list of annotations turns to them [U18] [U23] [U25]', async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1, paragraphs: 40 });
    await page.addInitScript(() => localStorage.setItem('reading-settings', '{"layout":"paged"}'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await pagesReady(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(bar).toContainText('3 /');
    const [, paragraph] = await paragraphsSeen(page);
    const words = `Paragraph ${paragraph}: lantern0`;
    await selectWithMouse(page, words);
    const menu = await selectionMenu(page).boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(0);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
    await selectionMenu(page).getByRole('button', { name: 'Highlight', exact: true }).click();
    await expect.poll(() => painted(page, 'highlight-yellow')).toEqual([words]);
    await expect(bar).toContainText('3 /');
    await test.step('a tap near the edge opens a highlight and turns no page', async () => {
      // Until it is saved, there is nothing to open.
      await expect(page.getByRole('button', { name: 'Annotations in the text: 1' })).toBeAttached();
      const { start, end } = await boxOf(page, words);
      await touch(page, [start.x + 4, start.y]);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      expect(end.y).toBeGreaterThan(0);
      await expect(bar).toContainText('3 /');
    });
    await test.step('a drag below the last line selects no more than the page, and keys turn it', async () => {
      const selected = () => page.evaluate(() => getSelection()?.toString() ?? '');
      const [first, last] = [await boxOf(page, words), (await paragraphsSeen(page)).at(-1) ?? 0];
      await page.mouse.move(first.start.x + 1, first.start.y);
      await page.mouse.down();
      await page.mouse.move(380, 842, { steps: 8 });
      await page.mouse.up();
      await expect(selectionMenu(page)).toBeVisible();
      expect(await selected()).toContain(`Paragraph ${last}`);
      expect(await selected()).not.toContain(`Paragraph ${last + 1}`);
      await expect(bar).toContainText('3 /');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(bar).toContainText('4 /');
      expect((await selected()).startsWith(words)).toBe(true);
      await page.evaluate(() => getSelection()?.removeAllRanges());
    });
    await page.keyboard.press('Home');
    await expect(bar).toContainText('1 /');
    await yourAnnotations(page).getByText(words).click();
    await expect(bar).toContainText('3 /');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // The button of the chat would cover words that cannot be scrolled.
    const chat = await page.getByRole('button', { name: 'Live Chat' }).boundingBox();
    expect(chat?.y).toBeGreaterThanOrEqual((await bar.boundingBox())?.y ?? 0);
    const { start } = await boxOf(page, words);
    expect(start.x).toBeGreaterThan(0);
    expect(start.x).toBeLessThan(390);
    const left = await leftEdge(page);
    await page.keyboard.press('End');
    await expect(bar).toContainText(/(\d+) \/ \1/);
    await page.keyboard.press('ArrowLeft');
    await expect(bar).not.toContainText(/(\d+) \/ \1/);
    // The browser scrolls by whole pixels.
    expect(Math.abs((await leftEdge(page)) - left)).toBeLessThanOrEqual(1);
  });

  test('pages of a right-to-left story turn the other way [U18]', async ({ page, site }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1, paragraphs: 8 });
    await callAs(page, site, reader.token, 'PUT', `/stories/${story}`, { language: 'ar' });
    const content = Array.from({ length: 60 }, (_, n) => `كان المصباح مضاءً ${n} `.repeat(12)).join('\n');
    await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, { content });
    await page.addInitScript(() => localStorage.setItem('reading-settings', '{"layout":"paged"}'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    const bar = page.getByRole('navigation', { name: 'Pages' });
    await expect(bar).toContainText('1 /');
    // A font that arrives later may move the place to another page.
    await page.evaluate(() => document.fonts.ready.then(Boolean));
    await page.keyboard.press('ArrowLeft');
    await expect(bar).toContainText('2 /');
    await touch(page, [100, 400], [300, 400]);
    await expect(bar).toContainText('3 /');
    expect(await cutLines(page)).toBe(0);
    // The settings open below their button, which is on the left, and beside the text.
    await page.setViewportSize({ width: 1440, height: 900 });
    await openSettings(page);
    const panel = page.getByRole('dialog', { name: 'Reading settings' });
    for (const layout of ['Pages', 'Scrolling']) {
      await choose(page, layout);
      const [settings, text] = [await panel.boundingBox(), await page.locator('.pages').boundingBox()];
      expect(settings?.x, layout).toBeLessThan(40);
      expect((settings?.x ?? 0) + (settings?.width ?? 0), layout).toBeLessThan(text?.x ?? 0);
    }
  });
});

test('the sound of rain can be fetched in parts and is cached', async ({ page }) => {
  const part = await page.request.get('/ambient-rain.mp3', { headers: { range: 'bytes=0-99' } });
  expect([part.status(), part.headers()['content-type'], (await part.body()).length]).toEqual([
    206,
    'audio/mpeg',
    100,
  ]);
  expect(part.headers()['cache-control']).toMatch(/max-age=\d+/);
});

for (const [name, language, settings] of [
  ['in pages', 'en', { layout: 'paged' }],
  ['in pages from right to left', 'ar', { layout: 'paged' }],
  ['in pages whose bars never hide', 'en', { layout: 'paged', controls: 'always' }],
  ['in scrolling text', 'en', {}],
  ['in scrolling text from right to left', 'ar', {}],
] as const)
  test(`at 320 px with text of 200 %, nothing lies on anything or is cut off, ${name}`, async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 6 });
    await callAs(page, site, reader.token, 'PUT', `/stories/${story}`, { language });
    await page.addInitScript(
      (stored) => localStorage.setItem('reading-settings', stored),
      JSON.stringify(settings),
    );
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await page.addStyleTag({ content: 'html { font-size: 200% !important }' });
    const none = async (where: string) => expect(await overlaps(page), where).toEqual([]);
    await expect(page.locator('[data-paragraph]').first()).toBeVisible();
    await none('the first page');
    await page.mouse.move(160, 5);
    await expect(page.getByRole('button', { name: 'Reading settings' })).toBeInViewport();
    expect((await page.getByRole('button', { name: 'Chapter 1 of 2' }).boundingBox())?.width).toBeGreaterThan(
      90,
    );
    await none('the bars');
    await page.getByTitle('Move through the chapter and the story').click();
    await expect(page.getByRole('slider', { name: 'In the story' })).toBeVisible();
    await none('the sliders');
    await page.getByRole('slider', { name: 'In this chapter' }).fill('60');
    await expect(page.getByRole('button', { name: 'Back to where you were' })).toBeVisible();
    await none('the way back, and the sliders');
    await page.keyboard.press('Escape');
    await none('the way back');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.locator('main > footer').evaluate((footer) => footer.scrollIntoView());
    await expect(page.getByText('No reactions yet.')).toBeVisible();
    await none('the end');
    await page.evaluate(() => scrollTo(0, 0));
    await openSettings(page);
    await page.getByRole('switch', { name: 'Rain sound' }).waitFor();
    await none('the settings');
    await page.keyboard.press('Escape');
    await page.route('**/progress', (route) => route.abort());
    await page.keyboard.press('End');
    await expect(page.getByText(/^We can’t reach the server\./)).toBeAttached();
    await none('without a connection');
    await page.unroute('**/progress');
  });
