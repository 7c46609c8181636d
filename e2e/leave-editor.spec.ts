import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, expect, setToken, signUpViaApi, skipOnboarding, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const earlierText = 'It rained on the harbour.';
const laterText = ' And the lamp went out.';

/** Opens a chapter in the editor from its story's page. */
async function openEditor(page: Page, site: Site) {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  const path = `/write/${story}/chapter/${chapters[0]}`;
  await page.goto(`/write/${story}`);
  await page.getByRole('link', { name: /Evening 1/ }).click();
  await expect(page).toHaveURL(path);
  await expect(text(page)).toHaveText(/lantern/);
  const draft = async () => {
    const draftPath = `/stories/${story}/drafts/${chapters[0]}`;
    const { data } = await callAs<{ data: { content: string }[] }>(
      page,
      site,
      author.token,
      'GET',
      draftPath,
    );
    return data[0];
  };
  return { author, path, draft };
}

/** Expects the text to continue on this device, and to be offered on another one. */
async function expectDraft(page: Page, path: string, other: Page): Promise<void> {
  await page.goto(path);
  await expect(text(page)).toHaveText(earlierText + laterText);
  await other.goto(path);
  await other.getByRole('button', { name: 'Restore' }).click();
  await expect(text(other)).toHaveText(earlierText + laterText);
}

/** A page in another browser with the same session and no local drafts. */
async function otherDevice(context: BrowserContext, token: string): Promise<Page> {
  const page = await context.newPage();
  await skipOnboarding(page);
  await setToken(page, token);
  return page;
}

test('leaving by the browser’s Back right after the last keystroke loses no text [P01]', async ({
  page,
  site,
  browser,
}) => {
  const { author, path, draft } = await openEditor(page, site);
  const deletions: string[] = [];
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()));
  await text(page).fill(earlierText);
  await text(page).press('End');
  await page.keyboard.type(laterText);
  await page.goBack();
  await expect(text(page)).toHaveCount(0);
  await expect.poll(async () => (await draft())?.content).toBe(earlierText + laterText);
  expect(deletions).toEqual([]);
  // The list may have been fetched before the draft was stored.
  await expect(page.getByRole('link', { name: /^Unsaved changes, / })).toBeVisible();

  const other = await browser.newContext({ baseURL: site.url });
  await expectDraft(page, path, await otherDevice(other, author.token));
  await other.close();
});

test('an author who returns at once continues the same text', async ({ page, site }) => {
  const { draft } = await openEditor(page, site);
  await text(page).fill(earlierText);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await text(page).press('End');
  await page.keyboard.type(laterText);
  // Delay the last save.
  const gate = Promise.withResolvers<void>();
  await page.route('**/drafts/**', async (route) => {
    if (route.request().method() === 'PUT') await gate.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'The Lamp' }).click();
  await expect(text(page)).toHaveCount(0);
  await page.goBack();
  await expect(text(page)).toHaveText(earlierText + laterText);
  await text(page).press('Control+End');
  await page.keyboard.type(' Then it was dark.');
  gate.resolve();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect
    .poll(async () => (await draft())?.content)
    .toBe(`${earlierText}${laterText} Then it was dark.`);
});

test('closing a tab right after the last keystroke saves the text on the device and the server [P01]', async ({
  page,
  site,
  browser,
}) => {
  const { author, path, draft } = await openEditor(page, site);
  const tab = await page.context().newPage();
  await skipOnboarding(tab);
  await setToken(tab, author.token);
  await page.goto('/about');
  await tab.goto(site.url + path);
  await text(tab).fill(earlierText);
  await text(tab).press('End');
  await tab.keyboard.type(laterText);
  await tab.close({ runBeforeUnload: true });
  await expect.poll(async () => (await draft())?.content).toBe(earlierText + laterText);

  const other = await browser.newContext({ baseURL: site.url });
  await expectDraft(page, path, await otherDevice(other, author.token));
  await other.close();
});
