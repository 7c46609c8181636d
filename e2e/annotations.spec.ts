import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { boxOf, painted, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import {
  callAs,
  createStory,
  expect,
  newPerson,
  setToken,
  signUpViaApi,
  test,
  textOf,
} from './support/test.ts';

const passage = 'The lamp was *never* lit; nobody minded.';
const rightToLeft = 'كان المصباح مضاء طوال الليل في النافذة العالية فوق الميناء القديم.';
const contentOf = (...lines: string[]) => [...lines, textOf(6)].join('\n');
const content = contentOf(passage, 'A second line, 👨‍👩‍👧 and مرحبا.');

const menu = selectionMenu;
const list = yourAnnotations;

/**
 * Selects words as a long press does. Neither Playwright nor the touch events of Chromium's protocol select anything in a
 * browser without a window, so this is the browser's own selection, and then the end of the touch.
 */
async function selectByTouch(page: Page, words: string): Promise<void> {
  await page.getByText(words).first().scrollIntoViewIfNeeded();
  await page.evaluate((wanted) => {
    const text = document.querySelector('.chapter-text') ?? document.body;
    const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(wanted);
      if (at === -1) continue;
      getSelection()?.setBaseAndExtent(node, at, node, at + wanted.length);
      node.parentElement?.dispatchEvent(new TouchEvent('touchend', { bubbles: true }));
    }
  }, words);
}

/** The menu is inside the window and does not cover the selected words. */
async function expectMenuBeside(page: Page, words: string): Promise<void> {
  await expect(menu(page)).toBeVisible();
  const [box, selected, window] = [
    await menu(page).boundingBox(),
    await boxOf(page, words),
    page.viewportSize(),
  ];
  if (box === null || window === null) throw new Error('There is no menu.');
  expect(Math.min(box.x, box.y), words).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, words).toBeLessThanOrEqual(window.width);
  expect(box.y + box.height, words).toBeLessThanOrEqual(window.height);
  expect(box.y + box.height <= selected.top || box.y >= selected.bottom, words).toBe(true);
}

test('a reader annotates by mouse and keyboard; it is there after a reload, an edit and on another device [U23] [U24] [U25]', async ({
  page,
  site,
  browser,
}) => {
  const author = newPerson('author');
  const writer = await page.request.post(`${site.url}/api/v1/auth/register`, {
    data: { ...author, passwordConfirm: author.password },
  });
  const { token: authorToken } = await writer.json();
  const { story, chapters } = await createStory(page, site, authorToken, { chapters: 1 });
  const [chapter = ''] = chapters;
  const save = (text: string) =>
    callAs(page, site, authorToken, 'PUT', `/chapters/${chapter}`, { content: text });
  await save(content);
  const reader = await signUpViaApi(page, site);
  await page.goto(`/reading/${story}/${chapter}`);
  await expect(page.getByText('nobody minded')).toBeVisible();

  await test.step('by mouse, over emphasis', async () => {
    await selectWithMouse(page, 'was ', 'lit;');
    const [box, selected] = [await menu(page).boundingBox(), await boxOf(page, 'was ')];
    expect(box && (box.y + box.height <= selected.top || box.y >= selected.bottom)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await menu(page).getByRole('button', { name: 'Highlight in green' }).click();
    await expect(menu(page)).toBeHidden();
    await expect.poll(() => painted(page, 'highlight-green')).toEqual(['was never lit;']);
    expect(await page.evaluate(() => getSelection()?.isCollapsed ?? true)).toBe(true);
  });

  await test.step('by keyboard, with a note', async () => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+Control+ArrowRight');
    await expect(menu(page)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(menu(page).locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(menu(page).getByRole('button', { name: 'Note' })).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add a note' });
    await dialog.getByRole('textbox', { name: 'Note' }).fill('How it begins.');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save note' }).press('Enter');
    await expect(list(page).getByText('How it begins.')).toBeVisible();
    await expect.poll(() => painted(page, 'highlight-yellow')).toEqual(['The lamp']);
  });

  await test.step('a bookmark, and a reload', async () => {
    await selectWithMouse(page, 'A second', 'مرحبا');
    await menu(page).getByRole('button', { name: 'Bookmark', exact: true }).click();
    await expect(list(page).getByText('A second line').first()).toBeVisible();
    await expect(list(page).getByRole('listitem')).toHaveCount(3);
    await page.reload();
    await expect.poll(() => painted(page, 'highlight-green')).toEqual(['was never lit;']);
    await expect.poll(() => painted(page, 'passage-bookmark')).toEqual(['A second line, 👨‍👩‍👧 and مرحبا']);
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('the author edits before and inside the passages', async () => {
    await save(
      contentOf(
        'A new beginning.',
        'It is said: the *lamp* was *never* lit; nobody minded.',
        'Nothing.',
        rightToLeft,
      ),
    );
    await page.reload();
    await expect.poll(() => painted(page, 'highlight-green')).toEqual(['was never lit;']);
    await expect(list(page).getByText('The author changed this passage').first()).toBeVisible();
    expect(await painted(page, 'passage-bookmark')).toEqual([]);
    await expect(list(page).getByText('A second line, 👨‍👩‍👧 and مرحبا').first()).toBeVisible();
  });

  await test.step('on another device, at 320 px and by touch', async () => {
    const phone = await browser.newContext({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    const other = await phone.newPage();
    await setToken(other, reader.token);
    await other.goto(`${site.url}/reading/${story}/${chapter}`);
    await expect.poll(() => painted(other, 'highlight-green')).toEqual(['was never lit;']);
    // In text from right to left, these words are at the right edge, inside a line and at its left end.
    for (const words of ['كان', 'الليل في', 'القديم']) {
      await selectByTouch(other, words);
      await expectMenuBeside(other, words);
      await other.evaluate(() => getSelection()?.removeAllRanges());
      await expect(menu(other)).toBeHidden();
    }
    await selectByTouch(other, 'nobody minded');
    await expectMenuBeside(other, 'nobody minded');
    await menu(other).getByRole('button', { name: 'Highlight in pink' }).tap();
    await expect.poll(() => painted(other, 'highlight-pink')).toEqual(['nobody minded']);
    await expect(list(other).getByRole('button', { name: 'nobody minded', exact: true })).toBeVisible();
    await phone.close();
    // The first window gets the focus again.
    const refocused = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return painted(page, 'highlight-pink');
    };
    await expect.poll(refocused).toEqual(['nobody minded']);
  });

  await test.step('the page of all annotations leads to the passage', async () => {
    await page.goto('/library/annotations');
    await expect(page.getByRole('listitem').filter({ hasText: 'nobody minded' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Color' }).selectOption('Pink');
    await expect(page.getByRole('link', { name: 'was never lit;' })).toBeHidden();
    await page.getByRole('link', { name: 'nobody minded' }).click();
    await expect(page.locator('.passage-outline')).toHaveCount(1);
    await expect(page).toHaveURL(`/reading/${story}/${chapter}`);
    const word = await boxOf(page, 'nobody minded');
    expect(word.top).toBeGreaterThan(0);
    expect(word.bottom).toBeLessThan(720);
  });
});
