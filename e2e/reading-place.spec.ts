import type { Page } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

interface Place {
  progress: number;
  position: { paragraph: number } | null;
}

/** The paragraph comes to stand where the eye rests, and nothing waits for anything to notice. */
const readTo = (page: Page, paragraph: number) =>
  page.locator(`[data-paragraph="${paragraph}"]`).evaluate((element) => {
    window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - window.innerHeight / 6 + 5);
  });

const waysOn: Record<string, (page: Page) => Promise<unknown>> = {
  'turning the page': (page) => page.keyboard.press('ArrowRight'),
  'a link': (page) =>
    page.getByRole('link', { name: 'Back to Discover' }).evaluate((link: HTMLElement) => link.click()),
  'the browser’s Back': (page) => page.goBack(),
  'closing the tab': (page) => page.close({ runBeforeUnload: true }),
};

for (const [way, goOn] of Object.entries(waysOn)) {
  test(`the place and the words are kept when somebody goes on by ${way} right after scrolling`, async ({
    page,
    site,
    context,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
    await callAs(page, site, reader.token, 'PUT', `/chapters/${chapters[0]}`, {
      authorNotes: 'Thank you.\n'.repeat(9),
    });
    await page.goto(`/story/${story}`);
    await page.getByRole('link', { name: 'Start Reading' }).click();
    await expect(page.getByText('Paragraph 1:')).toBeVisible();
    const opened = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
    await opened;
    const tab = await context.newPage();
    await readTo(page, 30);
    await goOn(page);
    const place = () =>
      callAs<{ data: Place }>(tab, site, reader.token, 'GET', `/chapters/${chapters[0]}/progress`);
    await expect.poll(async () => (await place()).data.position?.paragraph).toBe(30);
    expect((await place()).data.progress).toBeGreaterThan(40);
    expect((await place()).data.progress).toBeLessThan(60);
    const { user } = await callAs<{ user: { readingStats: { wordsRead: number } } }>(
      tab,
      site,
      reader.token,
      'GET',
      '/auth/me',
    );
    expect(user.readingStats.wordsRead).toBeGreaterThan(60 * 42 * 0.4);
    await tab.goto(`${site.url}/reading/${story}/${chapters[0]}`);
    await expect(tab.locator('[data-paragraph="30"]')).toBeInViewport();
  });
}

test('a short chapter that is only turned over has not been read', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 3, paragraphs: 5 });
  await page.clock.install();
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  const kept = page.waitForResponse((response) => response.url().endsWith('/progress') && response.ok());
  await page.clock.runFor(2000);
  expect((await kept).url()).toContain(chapters[1]);
  const { data } = await callAs<{ data: Place }>(
    page,
    site,
    reader.token,
    'GET',
    `/chapters/${chapters[0]}/progress`,
  );
  expect(data.progress).toBe(0);
});

test('a chapter whose text is known before its page is drawn opens where its reader left it', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
  const path = `/chapters/${chapters[1]}/progress`;
  const position = { paragraph: 30, offset: 0 };
  await callAs(page, site, reader.token, 'POST', path, { progress: 50, position });
  const fetchedAhead = page.waitForResponse((response) =>
    response.url().endsWith(`/chapters/${chapters[1]}`),
  );
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await (await fetchedAhead).finished();
  const saves = page.waitForRequest((request) => request.url().endsWith(path));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await expect(page.locator('[data-paragraph="30"]')).toBeInViewport();
  // Opening it is not a movement of the reader: the same place is saved.
  expect((await saves).postDataJSON()).toMatchObject({ position: { paragraph: 30 } });
});
