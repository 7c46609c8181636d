import type { Page } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test, textOf } from './support/test.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const draftSaved = (page: Page) => page.getByText('Draft saved');
const continued = (page: Page) => page.getByText(/Continued from your unsaved draft of/);

test('an author writes a chapter with a word count and returns to the story after saving', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}`);
  await page.getByRole('link', { name: 'Add Chapter' }).click();
  await expect(page).toHaveURL(`/write/${story}/chapter/new`);

  await expect(page.getByText('All changes saved')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please provide a title and content for the chapter.');
  await expect(title(page)).toBeFocused();
  await expect(title(page)).toHaveAttribute('aria-invalid', 'true');
  await title(page).fill('The first evening');
  await text(page).fill('It rained on the harbour.');
  await expect(page.getByText('5 words · 195 more to publish')).toBeVisible();
  await page.getByRole('checkbox', { name: /Published/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Chapter must have at least 200 words to be published. Current word count: 5',
  );

  await text(page).fill(textOf(6));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Chapter created successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/write/${story}`);
  await expect(page.getByRole('link', { name: /The first evening/ })).toBeVisible();
});

test('emphasis on part of a word is kept by the editor, the reading page and what is copied there', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const path = `/write/${story}/chapter/${chapters[0]}`;
  await page.goto(path);
  await text(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('unbelievable f*ck*ng ');
  await page.keyboard.press('Home');
  for (const key of ['ArrowRight', 'ArrowRight', ...Array(6).fill('Shift+ArrowRight')])
    await page.keyboard.press(key);
  // The editor reads the selection from the browser a moment after a key has changed it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
  await page.keyboard.press('Control+i');
  await expect(text(page).locator('em')).toHaveText('believ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();

  await page.goto(path);
  await expect(text(page).locator('em')).toHaveText('believ');
  await page.goto(`/reading/${story}/${chapters[0]}`);
  const paragraph = page.locator('.chapter-text p').first();
  await expect(paragraph.locator('em')).toHaveText('believ');
  await expect(paragraph).toContainText('unbelievable f*ck*ng', { useInnerText: true });
  const copied = await paragraph.evaluate((element) => {
    getSelection()?.selectAllChildren(element);
    return String(getSelection());
  });
  expect(copied).toMatch(/^unbelievable f\*ck\*ng /);
});

test('after a reload or crash the draft continues, which can be undone [P01]', async ({
  page,
  site,
  context,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  const path = `/write/${story}/chapter/${chapters[0]}`;
  await page.goto(path);
  const before = (await text(page).textContent()) ?? '';
  await text(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' And then it rained.');
  await expect(draftSaved(page)).toBeVisible();
  await page.keyboard.type(' Still.');
  await page.reload();

  await expect(continued(page)).toBeVisible();
  await expect(text(page)).toHaveText(`${before} And then it rained. Still.`);
  await expect(draftSaved(page)).toBeVisible();
  await expect(text(page)).not.toBeFocused();
  await text(page).focus();
  await page.keyboard.press('Control+z');
  await expect(text(page)).toHaveText(before);
  await page.keyboard.press('Control+Shift+z');
  await expect(draftSaved(page)).toBeVisible();

  // The tab closes without events; the text continues in another tab.
  await page.evaluate(() => window.stop());
  const next = await context.newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(site.url + path);
  await expect(text(next)).toHaveText(`${before} And then it rained. Still.`);
  await next.getByRole('region', { name: 'Unsaved draft' }).getByRole('button', { name: 'Discard' }).click();
  await expect(text(next)).toHaveText(before);
  await expect(continued(next)).toHaveCount(0);
});

test('while the server is down the text is stored on the device and can be saved later [P01]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await text(page).fill('All new.');
  await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
  await text(page).press('End');
  await page.keyboard.type(' Even now.');
  await expect(page.getByText('Saved on this device. We can’t reach the server.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the server.');
  await expect(text(page)).toHaveText('All new. Even now.');
  await page.unroute('**/api/v1/**');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/write/${story}`);
});

test('only one tab can edit a chapter, and another tab can take over its text, even without IndexedDB [P02]', async ({
  page,
  site,
  context,
}) => {
  const script = 'delete Window.prototype.indexedDB; delete window.indexedDB';
  await page.addInitScript(script);
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  const path = `/write/${story}/chapter/${chapters[0]}`;
  await page.goto(path);
  await text(page).fill('From the first tab.');
  const second = await context.newPage();
  await second.addInitScript(script);
  await second.goto(site.url + path);
  await expect(second.getByText('This chapter is open in another tab.')).toBeVisible();
  await expect(text(second)).toHaveCount(0);
  await second.getByRole('button', { name: 'Edit here instead' }).click();
  await expect(text(second)).toHaveText('From the first tab.');
  await expect(page.getByText('You’re editing this chapter in another tab.')).toBeVisible();
  expect(await page.evaluate(() => 'indexedDB' in window)).toBe(false);
});

test('a chapter that was saved elsewhere is not overwritten silently, and both versions are kept [R49]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await text(page).fill('Mine.');
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content: 'Theirs.' });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'This chapter was saved elsewhere' });
  await expect(dialog.getByText('Theirs.')).toBeVisible();
  await expect(dialog.getByText('Mine.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Versions' }).click();
  await page.getByRole('button', { name: /^Version 2,/ }).click();
  await expect(page.getByRole('dialog').getByText('Theirs.')).toBeVisible();
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await expect(text(page)).toHaveText('Theirs.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();
  const { data } = await callAs<{ data: { version: number }[] }>(
    page,
    site,
    author.token,
    'GET',
    `/chapters/${chapters[0]}/versions`,
  );
  expect(data.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
});

test('of a chapter that was saved elsewhere, paragraphs of both texts are saved as one, and both are kept [R49]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  const post = { story, title: 'Evening', content: 'One.\nShe looked at the sea.\nLast.' };
  const created = await callAs<{ data: { _id: string } }>(
    page,
    site,
    author.token,
    'POST',
    '/chapters',
    post,
  );
  const path = `/chapters/${created.data._id}`;
  await page.goto(`/write/${story}/chapter/${created.data._id}`);
  const mine = 'One.\nShe looked at the harbour.\nLast.\nMine alone.';
  await text(page).fill(mine);
  const theirs = 'One.\nShe looked at the grey sea.\nLast.';
  await callAs(page, site, author.token, 'PUT', path, { title: 'Dusk', content: theirs });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'This chapter was saved elsewhere' });
  const other = dialog.getByRole('region', { name: 'Saved elsewhere' });
  await dialog.getByRole('button', { name: 'Next difference' }).click();
  await expect(dialog.getByText('Difference 1 of 3')).toBeVisible();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(other.getByRole('checkbox', { name: 'She looked at the grey sea.' })).toBeFocused();
  await page.keyboard.press('Space');
  // What was taken remains while the dialog is closed.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Compare and decide' }).click();
  await dialog.getByRole('button', { name: 'Save combined text' }).click();
  await expect(page.getByText('Chapter updated successfully!')).toBeVisible();

  type Saved = { data: { title: string; content: string } };
  const read = (from: string) => callAs<Saved>(page, site, author.token, 'GET', path + from);
  const { data } = await read('/author');
  expect(data.title).toBe('Evening');
  expect(data.content).toBe('One.\nShe looked at the grey sea.\nLast.\nMine alone.');
  const kept = await read('/versions/2');
  expect([kept.data.title, kept.data.content]).toEqual(['Dusk', theirs]);
  await page.reload();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(text(page).getByText('She looked at the harbour.')).toBeVisible();
});

test('cancelling with unsaved text asks what to do with it', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/write/${story}`);

  await page.goto(`/write/${story}/chapter/new`);
  await text(page).fill('Not worth keeping.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  // Simulate a tab that closes after the URL has changed but before the editor is unmounted.
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...change) => {
      push(...change);
      window.dispatchEvent(new Event('pagehide'));
    };
  });
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/write/${story}`);
  await page.waitForLoadState('networkidle');
  const offers = page.waitForResponse((response) => response.url().endsWith('/drafts/new'));
  await page.goto(`/write/${story}/chapter/new`);
  expect((await (await offers).json()).data).toEqual([]);
  await expect(text(page)).toHaveText('');
});
