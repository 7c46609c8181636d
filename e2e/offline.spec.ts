import { axeViolations } from './support/axe.ts';
import { highlightFirstWords, keep, likeButton, openCold } from './support/offline.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
// Chromium reports preloads that begin before a worker takes over the page, or after it was removed.
test.use({ freshContext: true, expectedErrors: [/cross-world service worker resource mismatch/] });

test('a kept story opens without a network, and what is done then arrives once, beside what another device did [U21]', async ({
  page,
  context,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 3, paragraphs: 30 });
  const reader = await signUpViaApi(page, site);
  const as = <T>(method: string, path: string, data?: object) =>
    callAs<T>(page, site, reader.token, method, path, data);
  const saved = await createStory(page, site, author.token, { chapters: 1, title: 'The Saved Lamp' });
  await as('PUT', `/stories/${saved.story}/bookmark`);
  await keep(page, story);
  await context.setOffline(true);

  let offline = page;
  await test.step('the library and a chapter open cold', async () => {
    offline = await openCold(context, page, '/library');
    await expect(offline.getByText(/^Kept offline · [\d.]+ MB/)).toBeVisible();
    expect(await axeViolations(offline)).toEqual([]);
    await offline.goto(`/reading/${story}/${chapters[1]}`);
    await expect(offline.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
    await expect(offline.getByText('You’re offline.')).toBeVisible();
    // What needs a connection is not shown.
    await expect(offline.getByRole('heading', { name: /^(How was this chapter\?|Comments)$/ })).toHaveCount(
      0,
    );
  });

  await test.step('the story can be searched, and what needs a connection says so', async () => {
    await expect(async () => {
      await offline.keyboard.press('/');
      await expect(offline.getByRole('dialog', { name: 'Search in This Story' })).toBeVisible({
        timeout: 1000,
      });
    }).toPass();
    await offline.getByRole('searchbox').fill('Paragraph 2');
    await offline.getByRole('searchbox').press('Enter');
    await offline.getByRole('switch', { name: 'Show passages I haven’t reached' }).click();
    await offline.getByRole('dialog').getByRole('button', { name: 'Paragraph 2:' }).first().click();
    await expect(offline.getByRole('search', { name: 'Results in this chapter' })).toContainText(/\d of \d/);
    await expect(offline.getByRole('button', { name: 'Report (needs a connection)' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    expect(await offline.evaluate(async () => (await fetch('/ambient-rain.mp3')).ok)).toBe(true);
    await offline.goto(`/reading/${story}/${chapters[1]}`);
  });

  await test.step('another page leads to the library, which says why', async () => {
    await offline.goto('/discover');
    await expect(
      offline.getByText('You’re offline. The page you opened isn’t on this device.'),
    ).toBeVisible();
    expect(await axeViolations(offline)).toEqual([]);
    await offline.getByRole('button', { name: 'Try again' }).click();
    await expect(offline.getByRole('button', { name: 'Try again' })).toBeEnabled();
    await expect(offline).toHaveURL('/library?unavailable=%2Fdiscover');
    await context.setOffline(false);
    await expect(offline).toHaveURL('/discover');
    await context.setOffline(true);
    await offline.goBack();
    await expect(offline.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  });

  await test.step('a story that is not kept is named where a stored list has it, with ways on', async () => {
    const named = offline.getByRole('heading', { level: 1, name: 'The Saved Lamp' });
    await offline.goto(`/reading/${saved.story}/${saved.chapters[0]}`);
    await expect(named).toBeVisible();
    await expect(offline.getByRole('link', { name: 'Open your kept stories' })).toBeVisible();
    await offline.getByRole('link', { name: 'My Library' }).click();
    await offline.getByRole('tab', { name: 'Bookmarks' }).click();
    await offline.getByRole('link', { name: 'The Saved Lamp' }).click();
    await expect(named).toBeVisible();
    await expect(offline.getByText('This story isn’t kept on this device.')).toBeVisible();
    expect(await axeViolations(offline)).toEqual([]);
    await offline.getByRole('link', { name: 'Open your kept stories' }).click();
    await expect(offline).toHaveURL('/library#kept-offline');
    await offline.goto(`/story/${saved.story}`);
    await expect(offline.getByText('You’re offline. “The Saved Lamp” isn’t on this device.')).toBeVisible();
  });

  await test.step('a story that is not kept says so at once, and opens once the connection is back', async () => {
    const other = await createStory(page, site, author.token, { chapters: 1, title: 'Not on this device' });
    await offline.goto(`/reading/${other.story}/${other.chapters[0]}`, { waitUntil: 'commit' });
    // Before the app would try again.
    await expect(offline.getByText('This story isn’t kept on this device.')).toBeVisible({ timeout: 2500 });
    await expect(offline.getByText('Everything is kept')).toBeHidden();
    expect(await axeViolations(offline)).toEqual([]);
    await offline.getByRole('link', { name: 'Open your kept stories' }).click();
    await expect(offline).toHaveURL('/library#kept-offline');
    await expect(offline.getByRole('heading', { name: 'Offline stories' })).toBeInViewport();
    await offline.goBack();
    await expect(offline.getByText('This story isn’t kept on this device.')).toBeVisible();
    await context.setOffline(false);
    await expect(offline.getByText('Paragraph 1:')).toBeVisible();
    await context.setOffline(true);
    await offline.goto(`/reading/${story}/${chapters[1]}`);
    await expect(offline.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  });

  await test.step('a place, a like and a highlight are shown', async () => {
    await highlightFirstWords(offline);
    // Whoever opens a chapter that is not the next one reads on there after two screens (docs/product/library.md#arriving).
    const placeSaved = offline.waitForResponse((response) =>
      response.url().endsWith(`${chapters[1]}/progress`),
    );
    await offline.mouse.move(400, 400);
    for (let screen = 0; screen < 4; screen++) {
      const before = await offline.evaluate(() => window.scrollY);
      await offline.mouse.wheel(0, 600);
      await expect.poll(() => offline.evaluate(() => window.scrollY)).toBeGreaterThanOrEqual(before + 600);
    }
    await placeSaved;
    await offline.goto(`/story/${story}`);
    await likeButton(offline).click();
    await expect(likeButton(offline)).toHaveAccessibleName(/^Liked/);
    await offline.reload();
    await expect(likeButton(offline)).toHaveAccessibleName(/^Liked/);
  });

  await test.step('another device goes on', async () => {
    await as('POST', `/chapters/${chapters[2]}/progress`, { progress: 10 });
  });

  await test.step('all of it is there after the return', async () => {
    await context.setOffline(false);
    await offline.goto('/library');
    const state = async () => {
      const { data } = await as<{
        data: {
          story: { isLiked: boolean; likes: number };
          lastChapterRead: string;
          places: { chapter: string; progress: number }[];
        };
      }>('GET', `/stories/${story}/reading`);
      const highlights = await as<{ data: unknown[] }>('GET', `/highlights?storyId=${story}`);
      const second = data.places.find(({ chapter }) => chapter === chapters[1]);
      return {
        liked: data.story.isLiked,
        likes: data.story.likes,
        last: data.lastChapterRead,
        hasRead: (second?.progress ?? 0) > 20,
        highlights: highlights.data.length,
      };
    };
    const expected = { liked: true, likes: 1, last: chapters[2], hasRead: true, highlights: 1 };
    await expect.poll(state).toEqual(expected);
  });

  await test.step('a chapter that is unpublished leaves the device', async () => {
    await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { isPublished: false });
    const isKept = () =>
      offline.evaluate(
        async (id) =>
          (await (await caches.open('inkling-kept')).match(`/api/v1/chapters/${id}`)) !== undefined,
        chapters[0],
      );
    expect(await isKept()).toBe(true);
    await offline.waitForTimeout(500);
    await offline.goto('/settings#kept-offline');
    await expect.poll(isKept, { timeout: 90_000, intervals: [1000] }).toBe(false);
  });

  await test.step('signing out removes everything', async () => {
    await offline.getByRole('button', { name: 'Logout' }).click();
    await expect(offline).toHaveURL('/');
    await expect.poll(() => offline.evaluate(() => caches.has('inkling-kept'))).toBe(false);
  });
});
