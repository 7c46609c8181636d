import type { BrowserContext, Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, expect, keepToken, madeStory, signedUp, skipGreetings, test } from './support/test.ts';

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const kept = 'It rained on the harbour.';
const more = ' And the lamp went out.';

/** The ways out of the editor, each taken a moment after the last key. */
const waysOut: Record<string, (page: Page) => Promise<unknown>> = {
  'the link to the story': (page) => page.getByRole('link', { name: 'The Lamp' }).click(),
  'the browser’s Back': (page) => page.goBack(),
  'the navigation': (page) => page.getByRole('link', { name: 'My Library' }).first().click(),
};

/** An author's page with one chapter open, come to from the story's. */
async function writing(page: Page, site: Site) {
  const author = await signedUp(page, site, 'author');
  const { story, chapters } = await madeStory(page, site, author.token, { chapters: 1, published: false });
  const address = `/write/${story}/chapter/${chapters[0]}`;
  await page.goto(`/write/${story}`);
  await page.getByRole('link', { name: /Evening 1/ }).click();
  await expect(page).toHaveURL(address);
  await expect(text(page)).toHaveValue(/lantern/);
  const draft = async () => {
    const path = `/stories/${story}/drafts/${chapters[0]}`;
    return (await callAs<{ data: { content: string } | null }>(page, site, author.token, 'GET', path)).data;
  };
  return { author, address, draft };
}

/** What the editor offers of earlier texts, newest first, to whoever takes it. */
async function restored(page: Page, address: string): Promise<string> {
  if (!page.url().endsWith(address)) await page.goto(address);
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await expect(text(page)).toHaveValue(/harbour/);
  return text(page).inputValue();
}

/** A device that knows only the log-in. */
async function elsewhere(context: BrowserContext, token: string): Promise<Page> {
  const page = await context.newPage();
  await skipGreetings(page);
  await keepToken(page, token);
  return page;
}

for (const [way, leave] of Object.entries(waysOut)) {
  for (const earlier of [true, false]) {
    test(`who leaves by ${way} right after the last key finds every word again, ${earlier ? 'with a draft kept before' : 'with nothing kept yet'}`, async ({
      page,
      site,
      browser,
    }) => {
      const { author, address, draft } = await writing(page, site);
      const dropped: string[] = [];
      page.on('request', (request) => request.method() === 'DELETE' && dropped.push(request.url()));
      await text(page).fill(earlier ? kept : '');
      if (earlier) await expect(page.getByText('Draft saved')).toBeVisible();
      await text(page).press('End');
      await page.keyboard.type(earlier ? more : kept + more);
      await leave(page);
      await expect(text(page)).toHaveCount(0);
      await expect.poll(async () => (await draft())?.content).toBe(kept + more);
      expect(dropped).toEqual([]);

      expect(await restored(page, address)).toBe(kept + more);
      const other = await browser.newContext({ baseURL: site.url });
      expect(await restored(await elsewhere(other, author.token), address)).toBe(kept + more);
      await other.close();
    });
  }
}

test('who comes back at once goes on with the same text, and is not taken for somebody else', async ({
  page,
  site,
}) => {
  const { draft } = await writing(page, site);
  await text(page).fill(kept);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await text(page).press('End');
  await page.keyboard.type(more);
  // The server takes its time over what is sent last.
  const gate = Promise.withResolvers<void>();
  await page.route('**/drafts/**', async (route) => {
    if (route.request().method() === 'PUT') await gate.promise;
    await route.continue();
  });
  await page.getByRole('link', { name: 'The Lamp' }).click();
  await expect(text(page)).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(text(page)).toHaveValue(kept + more);
  await text(page).press('Control+End');
  await page.keyboard.type(' Then it was dark.');
  gate.resolve();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await draft())?.content).toBe(`${kept}${more} Then it was dark.`);
});

test('a tab that is closed right after the last key has told the device and the server', async ({
  page,
  site,
  browser,
}) => {
  const { author, address, draft } = await writing(page, site);
  const tab = await page.context().newPage();
  await skipGreetings(tab);
  await keepToken(tab, author.token);
  await page.goto('/about');
  await tab.goto(site.url + address);
  await text(tab).fill(kept);
  await text(tab).press('End');
  await tab.keyboard.type(more);
  await tab.close({ runBeforeUnload: true });
  await expect.poll(async () => (await draft())?.content).toBe(kept + more);

  expect(await restored(page, address)).toBe(kept + more);
  const other = await browser.newContext({ baseURL: site.url });
  expect(await restored(await elsewhere(other, author.token), address)).toBe(kept + more);
  await other.close();
});
