import type { Page } from '@playwright/test';
import {
  callAs,
  createStory,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  test,
  textOf,
} from './support/test.ts';
import { addVoice } from './support/voice.ts';

const openSettings = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: 'Reading settings' })
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('dialog', { name: 'Reading settings' })).toBeVisible();
};

/** Without Playwright's scrolling, which would change the place. */
const press = (page: Page, role: 'radio' | 'button' | 'switch', name: string): Promise<void> =>
  page.getByRole(role, { name, exact: true }).evaluate((control: HTMLElement) => control.click());

/** A letter of a paragraph without emphasis. */
interface Letter {
  paragraph: number;
  offset: number;
}

/** The letter where the reader is: at the line a sixth of the window below its top, or a page's first one. */
const letterRead = (page: Page): Promise<Letter> =>
  page.evaluate(() => {
    const box = document.querySelector('.pages[data-paged]')?.getBoundingClientRect();
    const column = document.querySelector('.chapter-text')?.getBoundingClientRect();
    // It lies over the pages while the settings are open.
    for (const bar of document.querySelectorAll<HTMLElement>('.reader-top')) bar.style.pointerEvents = 'none';
    const [x, y] = box ? [box.left + 6, box.top + 12] : [(column?.left ?? 0) + 2, innerHeight / 6 + 2];
    const caret = document.caretPositionFromPoint(x, y);
    for (const bar of document.querySelectorAll<HTMLElement>('.reader-top')) bar.style.pointerEvents = '';
    const paragraph = caret?.offsetNode.parentElement?.closest<HTMLElement>('[data-paragraph]');
    return { paragraph: Number(paragraph?.dataset.paragraph), offset: caret?.offset ?? -1 };
  });

/** Whether a letter is in the window, and on the page that is shown if there are pages. */
const isInView = (page: Page, { paragraph, offset }: Letter): Promise<boolean> =>
  page.evaluate(
    ([number, at]) => {
      const node = document.querySelector(`[data-paragraph="${number}"]`)?.firstChild;
      if (!(node instanceof Text)) return false;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const pages = document.querySelector('.pages[data-paged]')?.getBoundingClientRect();
      // A letter before a hyphen has two boxes, of which one is empty.
      const box = [...range.getClientRects()].find(({ width: wide }) => wide > 0);
      if (box === undefined) return false;
      const [top, bottom] = [
        Math.max(0, pages?.top ?? 0),
        Math.min(innerHeight, pages?.bottom ?? innerHeight),
      ];
      const [left, right] = [Math.max(0, pages?.left ?? 0), Math.min(innerWidth, pages?.right ?? innerWidth)];
      // With a small line height, the letters' boxes extend beyond the page, but their ink does not.
      const middle = (box.top + box.bottom) / 2;
      return middle > top && middle < bottom && box.left >= left - 1 && box.left <= right;
    },
    [paragraph, offset] as const,
  );

/** Two frames after the last layout. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((done) =>
        document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(done, 250))),
      ),
  );

test('every change of settings and windows keeps the words in view, in either layout, also while read aloud [U14] [U18]', async ({
  page,
  site,
}) => {
  const [width, height] = [390, 844];
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1 });
  const content = textOf(60, 150);
  await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, { content });
  await addVoice(page);
  await page.setViewportSize({ width, height });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await page
    .locator('[data-paragraph="30"]')
    .evaluate((element) =>
      window.scrollBy(0, element.getBoundingClientRect().top + element.clientHeight / 2 - innerHeight / 6),
    );
  const letter = await letterRead(page);
  expect(letter.paragraph).toBe(30);
  expect(letter.offset).toBeGreaterThan(100);
  const stays = async (what: string) => {
    await settled(page);
    expect(await isInView(page, letter), what).toBe(true);
  };
  await openSettings(page);
  await page.getByRole('switch', { name: 'Rain sound' }).waitFor();
  const toPages = () => press(page, 'radio', 'Pages');
  const toScroll = () => press(page, 'radio', 'Scrolling');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const round of [1, 2]) {
    await toPages();
    await expect(pages).toBeVisible();
    await stays(`to pages, ${round}`);
    await toScroll();
    await expect(pages).toHaveCount(0);
    await stays(`to scrolling, ${round}`);
  }
  // Several at once, each before the one before has been painted.
  await page.evaluate(() => {
    const click = (name: string) =>
      [...document.querySelectorAll<HTMLElement>('[role=dialog] label')]
        .find((label) => label.textContent === name)
        ?.click();
    for (const name of ['Extra large', 'OpenDyslexic', 'Pages', 'Small', 'Sans']) click(name);
  });
  await stays('several at once');
  for (const size of ['Extra large', 'Small', 'Large']) {
    await press(page, 'radio', size);
    await stays(`${size} in pages`);
  }
  await press(page, 'radio', 'OpenDyslexic');
  await stays('another face in pages');
  for (const [name, value] of [
    ['Line height', '2'],
    ['Line height', '1.2'],
    ['Text width', '45'],
    ['Text width', '90'],
  ] as const) {
    await page.getByRole('slider', { name }).fill(value);
    await stays(`${name} ${value} in pages`);
  }
  await press(page, 'switch', 'Justified text');
  await stays('justified in pages');
  for (const controls of ['Always shown', 'Text only', 'Hide while reading']) {
    await press(page, 'radio', controls);
    await stays(`${controls} in pages`);
  }
  for (const [w, h] of [
    [height, width],
    [320, 640],
    [1024, 700],
    [1440, 900],
    [width, height],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    await stays(`${w} × ${h} in pages`);
  }
  await toScroll();
  await stays('to scrolling, at another size');
  for (const controls of ['Always shown', 'Text only', 'Hide while reading']) {
    await press(page, 'radio', controls);
    await stays(controls);
  }
  for (const [w, h] of [
    [height, width],
    [1440, 900],
    [width, height],
  ] as const) {
    await page.setViewportSize({ width: w, height: h });
    await stays(`${w} × ${h}`);
  }
  // Where the reader has turned to, stays too.
  await toPages();
  await press(page, 'button', 'Next page');
  await settled(page);
  const turned = await letterRead(page);
  expect(turned).not.toEqual(letter);
  await toScroll();
  await settled(page);
  expect(await isInView(page, turned), 'the page that was turned to').toBe(true);
  await press(page, 'button', 'Read aloud');
  await expect(page.locator('[data-spoken]')).toBeVisible();
  for (const change of [toPages, () => press(page, 'radio', 'Extra large'), toScroll]) {
    await openSettings(page);
    await change();
    await page.keyboard.press('Escape');
    await settled(page);
    await expect(page.locator('[data-spoken]')).toBeInViewport();
  }
});

test('a chapter that was withdrawn or erased says so and keeps the place in the story', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 4, paragraphs: 20 });
  const reader = await joinViaApi(page, site);
  const progress = { progress: 30, position: { paragraph: 6, offset: 0 } };
  await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[3]}/progress`, progress);
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[2]}`, { isPublished: false });
  await setToken(page, reader.token);
  await page.goto(`/reading/${story}/${chapters[2]}`);
  await expect(page.getByText('This chapter isn’t available right now.')).toBeVisible();
  const opened = await callAs<{ data: { lastChapterRead: string } }>(
    page,
    site,
    reader.token,
    'GET',
    `/stories/${story}/reading`,
  );
  expect(opened.data.lastChapterRead).toBe(chapters[3]);
  await page.getByRole('link', { name: 'Read the previous chapter' }).click();
  await expect(page).toHaveURL(new RegExp(`/reading/${story}/${chapters[1]}$`));

  const other = await joinViaApi(page, site);
  await callAs(page, site, other.token, 'POST', `/chapters/${chapters[3]}/progress`, progress);
  await page.evaluate((token) => localStorage.setItem('token', token), other.token);
  // Once a chapter is erased, its id is that of none.
  await page.goto(`/reading/${story}/${story}`);
  await expect(page.getByText('This chapter isn’t available right now.')).toBeVisible();
  await page.waitForTimeout(1500);
  await page.getByRole('link', { name: 'Continue with Chapter 3' }).click();
  await expect(page).toHaveURL(new RegExp(`/reading/${story}/${chapters[3]}$`));
  await expect(page.locator('[data-paragraph="6"]')).toBeInViewport();

  // Whoever has not begun the story reads its first chapter there, also once that is their place.
  const fresh = await joinViaApi(page, site);
  await page.evaluate((token) => localStorage.setItem('token', token), fresh.token);
  await page.goto(`/reading/${story}/${story}`);
  await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeAttached();
  const saved = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
  for (let turned = 0; turned < 4; turned += 1) {
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(200);
  }
  await saved;
  await page.waitForTimeout(500);
  await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeAttached();
});
