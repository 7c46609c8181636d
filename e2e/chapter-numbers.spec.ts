import type { Page } from '@playwright/test';
import { startSite } from './support/server.ts';
import {
  callAs,
  createStory,
  expect,
  expectLoaded,
  joinViaApi,
  setToken,
  test,
  textOf,
} from './support/test.ts';

test.use({ freshContext: true });

/** Titles of the chapters, in order. After the prologue, the numbers in the titles are not those of the order. */
const titles = ['Prologue', 'Chapter 1: Salt', 'Chapter 2: Bells', 'III. Rain', 'Chapter 4: Lamplight'];
/** What would stand beside the third to the fifth of them, or in its place, if the order's number did. */
const wrong = [
  /Chapter 3\b/,
  /\b3\. (Chapter|Bells)/,
  /\b4\. (III|Rain)/,
  /Chapter 5\b/,
  /\b5\. (Chapter|Lamplight)/,
];

/** What the screen says, to those who do not see it too. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title]')].map(
      (element) => `${element.ariaLabel ?? ''} ${element.getAttribute('title') ?? ''}`,
    );
    // biome-ignore lint/performance/useDomNodeTextContent: with spaces between elements, and without what is hidden
    return [document.body.innerText.replaceAll(/\s+/g, ' '), ...labels].join(' | ');
  });

test('no screen shows a second number beside a chapter that has one in its title, or none', async ({
  page,
}) => {
  // Its clock moves, and its search finds nothing else.
  const site = await startSite();
  try {
    const author = await joinViaApi(page, site, 'author');
    const reader = await joinViaApi(page, site, 'reader');
    const as = <T>(token: string, method: string, path: string, data?: object) =>
      callAs<T>(page, site, token, method, path, data);
    const { story } = await createStory(page, site, author.token, {
      chapters: 0,
      title: 'The Salt Road',
      published: false,
    });
    const ids: string[] = [];
    for (const title of titles.slice(0, 4)) {
      const body = { story, title, content: textOf(30), isPublished: true };
      ids.push((await as<{ data: { _id: string } }>(author.token, 'POST', '/chapters', body)).data._id);
    }
    await as(author.token, 'PUT', `/stories/${story}`, { isPublished: true });
    await as(reader.token, 'POST', `/stories/${story}/follow`);
    for (const id of ids.slice(0, 2))
      await as(reader.token, 'POST', `/chapters/${id}/progress`, { progress: 100 });
    await as(reader.token, 'POST', `/chapters/${ids[2]}/progress`, { progress: 40 });
    const highlight = {
      storyId: story,
      chapterId: ids[2],
      selectedText: 'Paragraph 1:',
      startOffset: 0,
      endOffset: 12,
      color: 'yellow',
    };
    await as(reader.token, 'POST', '/highlights', highlight);
    await as(reader.token, 'POST', '/comments', { chapter: ids[2], content: 'How it rang.' });
    await site.advance(2 * 24 * 3_600_000);
    const body = { story, title: titles[4], content: textOf(30), isPublished: true };
    ids.push((await as<{ data: { _id: string } }>(author.token, 'POST', '/chapters', body)).data._id);
    await site.advance(24 * 3_600_000);

    const seen = async (what: string) => {
      const words = await wordsOf(page);
      for (const pattern of wrong) expect(words, what).not.toMatch(pattern);
      return words;
    };
    const look = async (path: string, expected?: string | RegExp) => {
      await page.goto(site.url + path);
      await expectLoaded(page, path);
      if (expected !== undefined) await expect.poll(() => wordsOf(page), path).toMatch(expected);
      await seen(path);
    };

    await look(`/story/${story}`, 'Bells');
    await setToken(page, reader.token);
    await look(`/story/${story}`, 'Continue with Chapter 2: Bells');
    await look('/home', 'Bells');
    await look('/library', 'Bells');
    await look('/library?tab=following', 'Chapter 4: Lamplight');
    await look('/notifications', 'Continue with');
    await look('/library/history', 'Bells');
    await look('/library/annotations', 'Bells');
    await look('/profile', 'The Salt Road');
    await look('/search?q=lantern3', 'Salt Road');
    for (const id of ids) {
      await look(`/reading/${story}/${id}`, 'The Salt Road');
      await page.keyboard.press('End');
      await page.getByRole('button', { name: 'Previous Chapter', exact: true }).scrollIntoViewIfNeeded();
      await seen(`the end of ${titles[ids.indexOf(id)]}`);
    }
    await page.getByRole('button', { name: '5 of 5', exact: true }).click();
    await expect(page.getByRole('dialog').getByText('Bells')).toBeVisible();
    await seen('the list of chapters');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.getByRole('searchbox').fill('lantern3');
    await page.getByRole('searchbox').press('Enter');
    await expect(page.getByRole('dialog').getByText('Salt').first()).toBeVisible();
    await seen('the search in the story');

    for (const feed of [`/feeds/story/${story}.atom`, `/feeds/story/${story}.json`]) {
      const text = await (await page.request.get(site.url + feed)).text();
      expect(text, feed).toContain('Lamplight');
      for (const pattern of wrong) expect(text, feed).not.toMatch(pattern);
    }

    await page.evaluate((token) => localStorage.setItem('token', token), author.token);
    await look(`/write/${story}`, 'Bells');
    await look(`/write/${story}/chapter/${ids[2]}`);
    await look('/inbox', 'How it rang');
    await look('/analytics', 'The Salt Road');
    await look(`/analytics/story/${story}`, 'Bells');
    await look(`/analytics/chapter/${ids[2]}`, 'Bells');
    await look(`/write/${story}/chapter/${ids[2]}/preview`, 'Bells');
  } finally {
    await site.stop();
  }
});
