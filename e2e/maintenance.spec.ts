import { axeViolations } from './support/axe.ts';
import { inkling } from './support/command-line.ts';
import { keep } from './support/offline.ts';
import { selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import type { Site } from './support/server.ts';
import { createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

// A service worker stays for the next test of a shared context.
test.use({
  freshContext: true,
  expectedErrors: [/cross-world service worker resource mismatch|WebSocket .* 503/],
});

const isDown = async ({ url }: Site) => (await fetch(`${url}/api/v1/stories`)).status === 503;

test('during maintenance nothing typed is lost, kept stories open, and afterwards everything goes on by itself', async ({
  page,
  context,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  await signUpViaApi(page, site);
  const dialogScript = page.waitForResponse(/note-dialog/);
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const box = page.locator('#comments').getByLabel('Write a comment');
  await selectWithMouse(page, 'lantern0 ');
  await dialogScript;
  await page.keyboard.press('Escape');
  // Comments are loaded when they come into view.
  await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await box.fill('Who lit');
  await page.evaluate(() => window.scrollTo(0, 0));
  await inkling(site, 'maintenance', 'on', '--until', '20m', '--message', 'We are moving to a new machine.');
  try {
    await expect.poll(() => isDown(site)).toBe(true);
    await selectWithMouse(page, 'lantern5 ', 'lantern6');
    await selectionMenu(page).getByRole('button', { name: 'Highlight in blue' }).click();
    const unsaved = yourAnnotations(page).getByText(/^Highlight not saved/);
    await expect(unsaved).toHaveCount(1);
    await box.fill('Who lit the lamp?');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.locator('#comments').getByRole('alert')).toContainText(
      'We are moving to a new machine.',
    );
    await expect(box).toHaveValue('Who lit the lamp?');

    const visitor = await context.browser()?.newPage();
    if (visitor === undefined) throw new Error('There is no browser.');
    for (const colorScheme of ['light', 'dark'] as const) {
      await visitor.emulateMedia({ colorScheme });
      const response = await visitor.goto(`${site.url}/story/${story}`);
      expect([response?.status(), Number(response?.headers()['retry-after']) > 1000]).toEqual([503, true]);
      await expect(visitor.getByRole('heading', { name: 'Down for maintenance' })).toBeVisible();
      await expect(visitor.getByText(/It should be back in about (20|19) minutes\./)).toBeVisible();
      expect(await axeViolations(visitor)).toEqual([]);
    }
    await visitor.close();
  } finally {
    await inkling(site, 'maintenance', 'off');
    // Other tests of this worker use the same server.
    await expect.poll(() => isDown(site)).toBe(false);
  }
  await expect(yourAnnotations(page).getByText(/^Highlight not saved/)).toHaveCount(0, { timeout: 45_000 });
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(box).toHaveValue('');
});

test('a kept story can be read during maintenance', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  await signUpViaApi(page, site);
  await keep(page, story);
  await inkling(site, 'maintenance', 'on');
  try {
    await expect.poll(() => isDown(site)).toBe(true);
    await page.goto(`/reading/${story}/${chapters[0]}`);
    await expect(page.getByText('Paragraph 1: lantern0')).toBeVisible();
  } finally {
    await inkling(site, 'maintenance', 'off');
    // Other tests of this worker use the same server.
    await expect.poll(() => isDown(site)).toBe(false);
  }
});
