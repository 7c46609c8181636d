import { overlaps } from './support/layout.ts';
import { callAs, createStory, expect, setToken, signUpViaApi, test } from './support/test.ts';

interface Own {
  data: { lastChapterRead: string; continueWith: string; unread: number };
}

for (const width of [320, 390, 1440])
  test(`who comes from elsewhere moves their place by reading, and can go back (${width} px)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 4, paragraphs: 60 });
    const [first, second, , fourth] = chapters;
    const own = async () =>
      (await callAs<Own>(page, site, reader.token, 'GET', `/stories/${story}/reading`)).data;
    const end = { progress: 100, position: { paragraph: 60, offset: 0 } };
    await callAs(page, site, reader.token, 'POST', `/chapters/${first}/progress`, end);
    await setToken(page, reader.token);

    // A link to a later chapter.
    await page.goto(`/reading/${story}/${fourth}`);
    const back = page.getByRole('button', { name: 'Back to the end of Chapter 1' });
    await expect(back).toBeInViewport();
    await expect(page.locator('header').filter({ has: back })).toContainText('Chapter 4 of 4');
    expect(await overlaps(page)).toEqual([]);
    expect((await back.boundingBox())?.width).toBeGreaterThan(70);
    await page.mouse.wheel(0, 300);
    await expect(back).not.toBeInViewport();
    await page.waitForTimeout(1800);
    expect(await own()).toMatchObject({ lastChapterRead: first, continueWith: second, unread: 3 });
    // By keyboard, it shows itself with the header.
    await back.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(back).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Evening 1' })).toBeAttached();
    await expect(page.locator('[data-paragraph="60"]')).toBeInViewport();

    // There again: after two screens the place is there.
    await page.goto(`/reading/${story}/${fourth}`);
    await expect(back).toBeVisible();
    for (let turned = 0; turned < 4; turned += 1) {
      await page.mouse.wheel(0, 600);
      await page.waitForTimeout(200);
    }
    await expect(back).toHaveCount(0);
    await expect.poll(async () => (await own()).lastChapterRead).toBe(fourth);

    // Continue Reading after the end of chapter 1 opens chapter 2, and leads back.
    await callAs(page, site, reader.token, 'POST', `/chapters/${first}/progress`, end);
    await page.goto(`/reading/${story}`);
    await expect(page).toHaveURL(`/reading/${story}/${second}`);
    await expect(back).toBeVisible();
    await expect.poll(async () => (await own()).lastChapterRead).toBe(second);
  });

for (const width of [320, 390])
  test(`in pages, the way back is there before the page is used, and covers no heading (${width} px)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 4, paragraphs: 60 });
    await callAs(page, site, reader.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 100 });
    await page.addInitScript(() => {
      localStorage.setItem('reading-settings', JSON.stringify({ layout: 'paged' }));
      // Something is always being fetched.
      setInterval(() => void fetch('/livez'), 500);
    });
    await page.goto(`/reading/${story}/${chapters[3]}`);
    await expect(page.getByRole('button', { name: 'Back to the end of Chapter 1' })).toBeInViewport();
    const bar = page.getByRole('banner');
    const bottom = async () => ((await bar.boundingBox())?.y ?? 0) + ((await bar.boundingBox())?.height ?? 0);
    await expect.poll(bottom).toBeGreaterThan(40);
    const first = await page.locator('.pages > header > :first-child').boundingBox();
    expect(first?.y).toBeGreaterThanOrEqual(await bottom());
  });

test('a finished story that is read again begins without its places, and keeps the new one', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
  const middle = { progress: 50, position: { paragraph: 30, offset: 0 } };
  for (const chapter of chapters)
    await callAs(page, site, reader.token, 'POST', `/chapters/${chapter}/progress`, middle);
  await callAs(page, site, reader.token, 'POST', `/stories/${story}/mark-completed`);
  await setToken(page, reader.token);
  await page.goto(`/story/${story}`);
  await page.getByRole('link', { name: 'Read again' }).click();
  await expect(page.locator('[data-paragraph="1"]')).toBeInViewport();
  const saved = page.waitForResponse((response) => response.url().includes('/progress') && response.ok());
  await page.locator('[data-paragraph="20"]').scrollIntoViewIfNeeded();
  await saved;
  await page.reload();
  await expect(page.locator('[data-paragraph="20"]')).toBeInViewport();
  // Every screen continues there, and the next chapter has no place of the first reading.
  await page.goto('/library');
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: 'The Lamp' }) });
  await expect(card).toContainText('Evening 1');
  await page.goto(`/story/${story}`);
  await page.getByRole('link', { name: 'Continue with Chapter 1' }).click();
  await expect(page.locator('[data-paragraph="20"]')).toBeInViewport();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeAttached();
  await expect(page.locator('[data-paragraph="1"]')).toBeInViewport();
});
