import type { Page } from '@playwright/test';

/** A finger that moves from one point to another, or taps. */
export async function touch(page: Page, from: [number, number], to = from): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const point = ([x, y]: [number, number]) => [{ x, y }];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  // None waits for the one before: on a busy machine, the finger would seem to rest.
  await Promise.all([
    send('touchStart', point(from)),
    to !== from && send('touchMove', point(to)),
    send('touchEnd', []),
  ]);
  await client.detach();
}

/** After a finger has left, the text moves on for a while. */
export const standsStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let [at, still] = [-1, 0]; still < 20; still = scrollY === at ? still + 1 : 0) {
      at = scrollY;
      await new Promise(requestAnimationFrame);
    }
  });

/** The parts of lines that stand out of the page that is seen. */
export const cutLines = (page: Page): Promise<number> =>
  page.locator('.pages').evaluate((box) => {
    const page = box.getBoundingClientRect();
    const lines = [...box.querySelectorAll('[data-paragraph]')].flatMap((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return [...range.getClientRects()];
    });
    const seen = lines.filter(
      ({ left, right, top, bottom }) =>
        right > page.left && left < page.right && bottom > page.top && top < page.bottom,
    );
    if (seen.length === 0) throw new Error('The page has no text.');
    return seen.filter(
      ({ left, right, top, bottom }) =>
        left < page.left || right > page.right || top < page.top || bottom > page.bottom,
    ).length;
  });

/**
 * What is seen of the texts and controls of the reading screen and lies on another of them, or outside the window. Bars
 * and dialogs lie over the page, so each layer is looked at alone.
 */
export const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    interface Item {
      element: Element;
      layer: string;
      name: string;
      box: DOMRect;
    }
    const shownPage = document.querySelector('.pages[data-paged]')?.getBoundingClientRect();
    const layers = {
      dialog: '[role=dialog]',
      top: '.reader-top',
      bottom: '.page-bar, .time-left, .chat-button, .edge-notice, .place-question, .read-aloud',
    };
    const layerOf = (element: Element) =>
      Object.entries(layers).find(([, selector]) => element.closest(selector))?.[0] ?? 'page';
    const items: Item[] = [];
    const add = (element: Element, name: string, around: Element | null, rect: DOMRect) => {
      let { left, right, top, bottom } = rect;
      const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isVisible || element.closest('.sr-only')) return;
      for (let at = around; at !== null; at = at.parentElement) {
        if (at === document.body || getComputedStyle(at).overflow === 'visible') continue;
        const clip = at.matches('.pages') && shownPage ? shownPage : at.getBoundingClientRect();
        [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      }
      if (right - left < 2 || bottom - top < 2 || bottom <= 0 || top >= innerHeight) return;
      const box = new DOMRect(left, top, right - left, bottom - top);
      items.push({ element, layer: layerOf(element), name: name.trim().slice(0, 40), box });
    };
    for (const control of document.querySelectorAll('a, button, textarea, select, label:not(:has(.slider))'))
      add(
        control,
        control.ariaLabel || control.textContent,
        control.parentElement,
        control.getBoundingClientRect(),
      );
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const element = text.parentElement;
      if (element === null || element.matches('script, style') || !text.textContent?.trim()) continue;
      const style = getComputedStyle(element);
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const { left, top, width, height } of range.getClientRects()) {
        // The box of a line is higher than its letters.
        const size = Number.parseFloat(style.fontSize) * 0.9;
        const isVertical = style.writingMode !== 'horizontal-tb';
        const [x, y] = isVertical ? [Math.max(0, width - size) / 2, 0] : [0, Math.max(0, height - size) / 2];
        add(
          element,
          text.textContent,
          element,
          new DOMRect(left + x, top + y, width - 2 * x, height - 2 * y),
        );
      }
    }
    // Bars that never hide have their own space, until the sliders are opened.
    const ownSpace = '[data-controls=always]:not(:has(> .time-left[data-open])) .pages[data-paged]';
    if (scrollY < 8 && document.querySelector(ownSpace))
      for (const item of items) if (item.layer !== 'dialog') item.layer = 'page';
    const found = new Set<string>();
    for (const [at, { element, layer, name, box }] of items.entries()) {
      if (box.left < -1 || box.right > innerWidth + 1) found.add(`${layer}: “${name}” leaves the window`);
      for (const other of items.slice(at + 1)) {
        if (other.layer !== layer || element.contains(other.element) || other.element.contains(element))
          continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (width > 2 && height > 2)
          found.add(`${layer}: “${name}” and “${other.name}” (${Math.round(width)} × ${Math.round(height)})`);
      }
    }
    return [...found];
  });
