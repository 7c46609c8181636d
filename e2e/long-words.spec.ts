import { callAs, expect, keepToken, madeStory, signedUp, test } from './support/test.ts';

test('a word as long as a page is broken, and widens no screen', async ({ page, site }) => {
  const author = await signedUp(page, site, 'author');
  const word = `Donaudampfschifffahrt${'s'.repeat(170)}`;
  const { story, chapters } = await madeStory(page, site, author.token, { title: word, chapters: 2 });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { description: word.repeat(4) });
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, {
    title: word,
    authorNotes: word,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  const fits = async (path: string) => {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeVisible();
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, path).toBeLessThanOrEqual(0);
  };

  await fits('/');
  await fits(`/story/${story}`);
  await keepToken(page, author.token);
  for (const path of ['/home', `/story/${story}`, '/write', `/write/${story}`]) await fits(path);
  await fits(`/reading/${story}/${chapters[0]}`);
  await fits(`/write/${story}/chapter/${chapters[0]}`);
});
