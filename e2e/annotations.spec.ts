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
const contentOf = (...lines: string[]) => [...lines, textOf(6)].join('\n');
const content = contentOf(passage, 'A second line, 👨‍👩‍👧 and مرحبا.');

const menu = selectionMenu;
const list = yourAnnotations;

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
      contentOf('A new beginning.', 'It is said: the *lamp* was *never* lit; nobody minded.', 'Nothing.'),
    );
    await page.reload();
    await expect
      .poll(() => painted(page, 'highlight-green'), { timeout: 20_000 })
      .toEqual(['was never lit;']);
    await expect(list(page).getByText('Text changed').first()).toBeVisible({ timeout: 20_000 });
    expect(await painted(page, 'passage-bookmark')).toEqual([]);
    await expect(list(page).getByText('A second line, 👨‍👩‍👧 and مرحبا').first()).toBeVisible();
  });

  await test.step('on another device, at 390 px and by touch', async () => {
    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const other = await phone.newPage();
    await setToken(other, reader.token);
    await other.goto(`${site.url}/reading/${story}/${chapter}`);
    await expect.poll(() => painted(other, 'highlight-green')).toEqual(['was never lit;']);
    // Playwright has no long press: the browser's own selection, then the end of the touch.
    await other.evaluate((words) => {
      const text = document.querySelector('.chapter-text') ?? document.body;
      const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode as Text;
        const at = node.data.indexOf(words);
        if (at === -1) continue;
        getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
        node.parentElement?.dispatchEvent(new TouchEvent('touchend', { bubbles: true }));
      }
    }, 'nobody minded');
    await expect(menu(other)).toBeVisible();
    const box = await menu(other).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844).toBe(
      true,
    );
    await menu(other).getByRole('button', { name: 'Highlight in pink' }).tap();
    await expect.poll(() => painted(other, 'highlight-pink')).toEqual(['nobody minded']);
    await expect(list(other).getByRole('button', { name: 'nobody minded', exact: true })).toBeVisible();
    await phone.close();
    // The first window gets the focus again.
    const refocused = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
      return painted(page, 'highlight-pink');
    };
    await expect.poll(refocused, { timeout: 15_000 }).toEqual(['nobody minded']);
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
