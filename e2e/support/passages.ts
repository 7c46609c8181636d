import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The selection menu. */
export const selectionMenu = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });
/** The list below a chapter's text. */
export const yourAnnotations = (page: Page) => page.getByRole('region', { name: 'Your Annotations' });

/** The texts that a style of highlights is drawn on, without hidden marks. */
export const painted = (page: Page, name: string): Promise<string[]> =>
  page.evaluate((layer) => {
    const texts = [...(CSS.highlights.get(layer) ?? [])].map((range) => {
      const live = document.createRange();
      live.setStart(range.startContainer, range.startOffset);
      live.setEnd(range.endContainer, range.endOffset);
      const copy = live.cloneContents();
      for (const hidden of copy.querySelectorAll('[hidden]')) hidden.remove();
      return copy.textContent ?? '';
    });
    return texts;
  }, name);

/**
 * The window's coordinates of some words in the chapter's text, which have to be in one text node: `start` and `end` are
 * the middles of the left and right edge, which may be on different lines.
 */
export const boxOf = (page: Page, words: string) =>
  page.evaluate((text) => {
    const walker = document.createTreeWalker(
      document.querySelector('.chapter-text') ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const at = node.data.indexOf(text);
      if (at === -1) continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      const lines = [...range.getClientRects()];
      const [first, last] = [lines[0], lines.at(-1)];
      if (first === undefined || last === undefined) break;
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      return {
        top: first.top,
        bottom: last.bottom,
        start: { x: first.left, y: middle(first) },
        end: { x: last.right, y: middle(last) },
      };
    }
    throw new Error(`The text does not show ${text}.`);
  }, words);

/** Selects with the mouse from the beginning of some words to the end of others, until the menu is there. */
export async function selectWithMouse(page: Page, from: string, to = from): Promise<void> {
  await expect(async () => {
    const [{ start }, { end }] = [await boxOf(page, from), await boxOf(page, to)];
    await page.mouse.move(start.x + 1, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x - 1, end.y, { steps: 4 });
    await page.mouse.up();
    const selected = await page.evaluate(() => String(getSelection()));
    expect(selected).toContain(from.trim().split(' ')[0]);
    await expect(selectionMenu(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
}
