import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Opens the menu of a story's page. */
const openMenu = (page: Page) => page.getByRole('button', { name: 'More options', exact: true }).click();

/** The button of a story's page that likes the story. */
export const likeButton = (page: Page): Locator => page.getByRole('button', { name: /^Liked?\s*\d/ });

/** Keeps the story whose page is open, from its menu. */
export async function keepFromMenu(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Keep offline' }).click();
}

/** Keeps a story offline from its page. */
export async function keep(page: Page, story: string, origin = ''): Promise<void> {
  await page.goto(`${origin}/story/${story}`);
  await keepFromMenu(page);
  await expect(page.getByRole('button', { name: 'Kept offline' })).toBeVisible({ timeout: 60_000 });
}

/** Opens a page in a new tab, as after a restart of the browser. */
export async function openCold(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const opened = await context.newPage();
  await page.close();
  await opened.goto(path);
  return opened;
}

/** Highlights the first words of the chapter that is shown. */
export async function highlightFirstWords(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Highlight', exact: true });
  // What is selected before the menu's script is there is not noticed.
  await expect(async () => {
    await page.evaluate(() => {
      const walker = document.createTreeWalker(
        document.querySelector('.chapter-text') ?? document.body,
        NodeFilter.SHOW_TEXT,
      );
      const node = walker.nextNode();
      if (node === null) throw new Error('The chapter has no text.');
      getSelection()?.removeAllRanges();
      getSelection()?.setBaseAndExtent(node, 0, node, 11);
    });
    await button.click({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: /Your Annotations/ })).toBeVisible();
}

/** Gives the kept stories `total` chapters, of which this many are kept. */
export const keepPart = (page: Page, kept: number, total: number) =>
  page.evaluate(
    async (changes) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('inkling-offline');
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const transaction = database.transaction('stories', 'readwrite');
      const cursor = transaction.objectStore('stories').openCursor();
      cursor.onsuccess = () => {
        if (cursor.result === null) return;
        const chapters = Object.entries(cursor.result.value.chapters).slice(0, changes.kept);
        cursor.result.update({
          ...cursor.result.value,
          chapters: Object.fromEntries(chapters),
          total: changes.total,
        });
        cursor.result.continue();
      };
      await new Promise<void>((resolve) => {
        transaction.oncomplete = () => resolve();
      });
      database.close();
    },
    { kept, total },
  );

/** What this browser keeps: whether there are texts, and how many stories and waiting changes. */
export const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('inkling-offline');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const count = (table: string) =>
      new Promise<number>((resolve, reject) => {
        const request = database.transaction(table).objectStore(table).count();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found = {
      texts: await caches.has('inkling-kept'),
      stories: await count('stories'),
      changes: await count('changes'),
    };
    database.close();
    return found;
  });
