import type { Locator } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

/** The left edge of a word in an element's text. */
const leftOf = (element: Locator, word: string) =>
  element.evaluate((node, wanted) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const at = text.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + wanted.length);
      return range.getBoundingClientRect().left;
    }
    throw new Error(`The text does not contain ‘${wanted}’.`);
  }, word);

test('a right-to-left title does not affect the order of names or the alignment of cards around it', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  await callAs(page, site, author.token, 'PATCH', '/users/profile/me', { displayName: 'Marlow Quillby' });
  const { story } = await createStory(page, site, author.token, { title: 'المصباح', chapters: 1 });
  await page.goto(`/story/${story}`);
  const header = page.locator('article header').first();
  const heading = header.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('المصباح');
  // Wait for the author's view, after which the page no longer changes.
  await expect(header.getByRole('link', { name: 'Manage' })).toBeVisible();
  const byline = header.locator('p', { hasText: 'by' }).first();
  const [word, first, last] = [
    await leftOf(byline, 'by'),
    await leftOf(byline, 'Marlow'),
    await leftOf(byline, 'Quillby'),
  ];
  expect(word).toBeLessThan(first);
  expect(first).toBeLessThan(last);
  // The title is aligned with the name below it, although its direction is different.
  expect(Math.abs((await leftOf(heading, 'المصباح')) - word)).toBeLessThan(2);
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');

  await page.goto(`/profile/${author.username}`);
  const title = page.getByRole('heading', { name: 'المصباح' });
  const leftOffset = () =>
    title.evaluate((node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return Math.abs(text.getBoundingClientRect().left - node.getBoundingClientRect().left);
    });
  await expect.poll(leftOffset).toBeLessThan(2);
});
