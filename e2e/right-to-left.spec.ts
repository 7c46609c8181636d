import type { Locator } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

/** Where a word of an element's text begins, from the left. */
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
    throw new Error(`There is no ‘${wanted}’.`);
  }, word);

test('a title from right to left turns nothing around it: names keep their order, cards their sides', async ({
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
  // The page is its author's now, and stays as it is.
  await expect(header.getByRole('link', { name: 'Manage' })).toBeVisible();
  const by = header.locator('p', { hasText: 'by' }).first();
  const [word, first, last] = [
    await leftOf(by, 'by'),
    await leftOf(by, 'Marlow'),
    await leftOf(by, 'Quillby'),
  ];
  expect(word).toBeLessThan(first);
  expect(first).toBeLessThan(last);
  // The title stands where the name below it stands, though it runs the other way.
  expect(Math.abs((await leftOf(heading, 'المصباح')) - word)).toBeLessThan(2);
  expect(await heading.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');

  await page.goto(`/profile/${author.username}`);
  const title = page.getByRole('heading', { name: 'المصباح' });
  const fromItsSide = () =>
    title.evaluate((node) => {
      const text = document.createRange();
      text.selectNodeContents(node);
      return Math.abs(text.getBoundingClientRect().left - node.getBoundingClientRect().left);
    });
  await expect.poll(fromItsSide).toBeLessThan(2);
});
