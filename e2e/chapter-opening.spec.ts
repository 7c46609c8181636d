import type { Page } from '@playwright/test';
import { recordRequests } from './support/requests.ts';
import {
  callAs,
  createStory,
  delayRequests,
  expect,
  joinViaApi,
  setToken,
  signUpViaApi,
  test,
} from './support/test.ts';

/** Where on the page the parts of a chapter are that must not move when the app replaces what the page's own script drew. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.reader-bar, h1, [data-paragraph]')]
      .filter((part) => part.checkVisibility())
      .slice(0, 12)
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.textContent.slice(0, 20), ...[x, y + window.scrollY, width, height].map(Math.round)];
      })
      // The header gets its buttons.
      .map(([text, x, y, ...size], at) => (at === 0 ? size : [text, x, y, ...size])),
  );

/** The requests of a story's places and of chapters. */
const calls = (requests: string[]) =>
  requests.filter((one) => /\/api\/v1\/(chapters\/[^/]+|stories\/[^/]+\/reading)$/.test(one)).toSorted();

for (const layout of ['scroll', 'paged'] as const) {
  test(`a chapter is shown where it opens before the scripts are loaded, and stays there (${layout})`, async ({
    page,
    site,
  }) => {
    const reader = await signUpViaApi(page, site);
    const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 60 });
    const [first = '', last = ''] = chapters;
    const { data } = await callAs<{ data: { paragraphIds: number[]; version: number } }>(
      page,
      site,
      reader.token,
      'GET',
      `/chapters/${last}`,
    );
    const position = { paragraph: data.paragraphIds[40], offset: 30, version: data.version };
    await callAs(page, site, reader.token, 'POST', `/chapters/${last}/progress`, { progress: 66, position });

    await page.addInitScript((to) => localStorage.setItem('reading-settings', `{"layout":"${to}"}`), layout);
    const scrolledBy = () =>
      page.evaluate(() => window.scrollY + (document.querySelector('.pages')?.scrollLeft ?? 0));
    for (const [width, chapter] of [
      [390, first],
      [320, last],
      [1440, last],
    ] as const) {
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        // Right after a chapter, calls are not early, because they could overtake the saving of its position.
        await page.goto('/about');
        await page.evaluate(() => sessionStorage.removeItem('reading-left'));
        const requests = recordRequests(page);
        const release = await delayRequests(page, '**/assets/*.js');
        await page.goto(`/reading/${story}/${chapter}`, { waitUntil: 'commit' });
        await expect(page.locator('early-chapter h1')).toHaveText(
          chapter === first ? 'Evening 1' : 'Evening 2',
        );
        await expect(page.getByText('Opening the book…')).toBeHidden();
        await page.evaluate(() => document.fonts.ready);
        const before = await places(page);
        const scrolled = await scrolledBy();
        expect(scrolled > 1000).toBe(chapter === last);
        release();
        await expect(page.getByRole('button', { name: 'Reading settings' })).toBeVisible();
        await expect(page.locator('early-chapter')).toHaveCount(0);
        expect(await places(page)).toEqual(before);
        // The reading line is set again, which rounds.
        expect(Math.abs((await scrolledBy()) - scrolled)).toBeLessThan(4);
        expect(calls(requests)).toEqual([
          `fetch GET /api/v1/chapters/${chapter}`,
          `fetch GET /api/v1/stories/${story}/reading`,
        ]);
        await page.unrouteAll({ behavior: 'wait' });
      });
    }
  });
}

test('a reader who has scrolled before the scripts are loaded stays there', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 1, paragraphs: 20 });
  const release = await delayRequests(page, '**/assets/*.js');
  await page.goto(`/reading/${story}/${chapters[0]}`, { waitUntil: 'commit' });
  await expect(page.locator('early-chapter h1')).toBeVisible();
  await page.mouse.move(200, 300);
  await page.mouse.wheel(0, 600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
  release();
  await expect(page.locator('early-chapter')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reading settings' })).toBeAttached();
  // At the beginning of the line there.
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - 600)).toBeLessThan(40);
});

test('keys that are pressed before the scripts are loaded act once they are', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2, paragraphs: 20 });
  const open = async () => {
    await page.goto('/about');
    await page.evaluate(() => sessionStorage.removeItem('reading-left'));
    const release = await delayRequests(page, '**/assets/*.js');
    await page.goto(`/reading/${story}/${chapters[0]}`, { waitUntil: 'commit' });
    await expect(page.locator('early-chapter h1')).toBeVisible();
    return release;
  };
  let release = await open();
  await page.keyboard.press('Shift+ArrowRight');
  release();
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toMatch(/^Paragraph/);
  release = await open();
  await page.keyboard.press('ArrowRight');
  release();
  await expect(page).toHaveURL(new RegExp(`${chapters[1]}$`));
});

test('with a session that has ended, a chapter’s page behaves as any other', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  await setToken(page, 'ended');
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('You’ve been signed out.')).toBeVisible();
  await expect(page.locator('early-chapter')).toHaveCount(0);
});

test('from a story’s page, a chapter opens with one request, once the page has been used', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, reader.token, { chapters: 2 });
  await page.goto(`/story/${story}`);
  const link = page.getByRole('link', { name: 'Start Reading' });
  await expect(link).toBeVisible();
  const ahead = page.waitForResponse((response) => response.url().endsWith(`/chapters/${chapters[0]}`));
  await page.mouse.move(5, 5);
  await page.mouse.move(15, 15);
  await (await ahead).finished();
  const requests = recordRequests(page);
  await link.click();
  await expect(page.locator('[data-paragraph]').first()).toBeVisible();
  expect(calls(requests)).toEqual([`fetch GET /api/v1/stories/${story}/reading`]);
});
