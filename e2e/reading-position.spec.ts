import type { Page } from '@playwright/test';
import {
  callAs,
  createStory,
  expect,
  setToken,
  signUpViaApi,
  skipOnboarding,
  spendTime,
  test,
} from './support/test.ts';

interface Progress {
  progress: number;
  position: { paragraph: number } | null;
}

/** Scrolls a paragraph to the reading line, without waiting for the page to react. */
const scrollToParagraph = (page: Page, paragraph: number) =>
  page.locator(`[data-paragraph="${paragraph}"]`).evaluate((element) => {
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - window.innerHeight / 6 + 5);
  });

/** After these, the next chapter or the left one is the last that was read; the others save the same. */
const opensElsewhere = ['changing the chapter', 'closing the tab'];
const exits: Record<string, (page: Page) => Promise<unknown>> = {
  'changing the chapter': (page) => page.keyboard.press('ArrowRight'),
  'the browser’s Back': (page) => page.goBack(),
  'closing the tab': (page) => page.close({ runBeforeUnload: true }),
};

for (const [exit, leave] of Object.entries(exits)) {
  test(`the position and word count are saved when leaving by ${exit} right after scrolling, and opened on another device [P06] [U13] [U22]`, async ({
    page,
    site,
    context,
    browser,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
    await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, {
      authorNotes: 'Thank you.\n'.repeat(9),
    });
    await spendTime(page, site, reader.token, story, chapters[0]);
    await page.goto(`/story/${story}`);
    await page.getByRole('link', { name: 'Start Reading' }).click();
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    const opened = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
    await opened;
    const tab = await context.newPage();
    await scrollToParagraph(page, 30);
    await leave(page);
    const savedProgress = () =>
      callAs<{ data: Progress }>(tab, site, reader.token, 'GET', `/chapters/${chapters[0]}/progress`);
    await expect.poll(async () => (await savedProgress()).data.position?.paragraph).toBe(30);
    expect((await savedProgress()).data.progress).toBeGreaterThan(40);
    expect((await savedProgress()).data.progress).toBeLessThan(60);
    const { user } = await callAs<{ user: { readingStats: { wordsRead: number } } }>(
      tab,
      site,
      reader.token,
      'GET',
      '/auth/me',
    );
    expect(user.readingStats.wordsRead).toBeGreaterThan(60 * 42 * 0.4);
    // Counted once, however often the position was sent.
    expect(user.readingStats.wordsRead).toBeLessThan(60 * 42 * 0.6);
    if (!opensElsewhere.includes(exit)) return;
    const device = await browser.newContext({ baseURL: site.url, viewport: { width: 390, height: 844 } });
    const phone = await device.newPage();
    await skipOnboarding(phone);
    await setToken(phone, reader.token);
    // The next chapter, which a change of chapters opens, soon is the one that was read last.
    await phone.goto(`/reading/${story}${exit === 'changing the chapter' ? `/${chapters[0]}` : ''}`);
    const top = () =>
      phone.locator('[data-paragraph="30"]').evaluate((element) => element.getBoundingClientRect().top);
    // In the top third, below the header.
    await expect.poll(top).toBeLessThan(844 / 3);
    expect(await top()).toBeGreaterThan(60);
    await device.close();
  });
}

test.describe('on a page whose clock the test moves', () => {
  test.use({ freshContext: true });

  test('a short chapter that is skipped at once does not count as read', async ({ page, site }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3, paragraphs: 5 });
    await page.clock.install();
    await page.goto(`/reading/${story}/${chapters[0]}`);
    // The text is there before the app, which has the keys.
    await expect(page.getByRole('button', { name: 'Reading settings' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    const saved = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
    await page.clock.runFor(2000);
    expect((await saved).url()).toContain(chapters[1]);
    const { data } = await callAs<{ data: Progress }>(
      page,
      site,
      reader.token,
      'GET',
      `/chapters/${chapters[0]}/progress`,
    );
    expect(data.progress).toBe(0);
  });
});

test('a prefetched chapter opens at the saved position [U13]', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
  const path = `/chapters/${chapters[1]}/progress`;
  const position = { paragraph: 30, offset: 0 };
  await callAs(page, site, reader.token, 'POST', path, { progress: 50, position });
  const prefetched = page.waitForResponse((response) => response.url().endsWith(`/chapters/${chapters[1]}`));
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await (await prefetched).finished();
  const saveRequest = page.waitForRequest((request) => request.url().endsWith(path));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await expect(page.locator('[data-paragraph="30"]')).toBeInViewport();
  // Opening a chapter is not a scroll by the reader, so the same position is saved.
  expect((await saveRequest).postDataJSON()).toMatchObject({ position: { paragraph: 30 } });
});
