import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, createStory, delayRequests, expect, signUpViaApi, test, textOf } from './support/test.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

/** Lets the next such call succeed on the server but drops its response. */
async function loseNextResponse(page: Page, call: string, method = 'POST'): Promise<void> {
  let lost = false;
  await page.route(`**/api/v1/${call}`, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    const response = await route.fetch();
    expect(response.ok()).toBe(true);
    await route.abort('connectionreset');
  });
}

const offlineMessage = 'We can’t reach the server.';

interface Response<Data> {
  data: Data;
}

interface ChapterRow {
  _id: string;
  title: string;
  content: string;
  isPublished: boolean;
}

/** Opens the editor for the first chapter of a new story and fills in this text. */
async function fillNewChapter(page: Page, site: Site, content: string) {
  const { token } = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await title(page).fill('The first evening');
  await text(page).fill(content);
  return { token, story };
}

/** Fetches the story's chapter and expects it to be the only one. */
async function fetchOnlyChapter(page: Page, site: Site, token: string, story: string): Promise<ChapterRow> {
  const list = `/chapters/story/${story}/author`;
  const { data: rows } = await callAs<Response<ChapterRow[]>>(page, site, token, 'GET', list);
  expect(rows.map((row) => row.title)).toEqual(['The first evening']);
  const path = `/chapters/${rows[0]?._id}/author`;
  return (await callAs<Response<ChapterRow>>(page, site, token, 'GET', path)).data;
}

const titlesOf = async (page: Page, site: Site, token: string): Promise<string[]> => {
  const own = await callAs<Response<{ title: string }[]>>(page, site, token, 'GET', '/stories/my-stories');
  return own.data.map((story) => story.title);
};

test('saving a new chapter again after a lost response and a reload creates it once [R48]', async ({
  page,
  site,
}) => {
  const { token, story } = await fillNewChapter(page, site, 'It rained on the harbour.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await loseNextResponse(page, 'chapters');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(offlineMessage);
  await page.reload();
  await expect(text(page)).toHaveText('It rained on the harbour.');
  await save(page).click();
  await expect(page.getByText('Chapter created successfully!')).toBeVisible();
  await expect(page).toHaveURL(`/write/${story}`);
  const saved = await fetchOnlyChapter(page, site, token, story);
  expect(saved.content).toBe('It rained on the harbour.');
  // There is no draft.
  for (const [slot, content] of [
    ['new', ''],
    [saved._id, saved.content],
  ] as const) {
    const drafts = page.waitForResponse((response) => response.url().endsWith(`/drafts/${slot}`));
    await page.goto(`/write/${story}/chapter/${slot}`);
    expect((await (await drafts).json()).data).toEqual([]);
    await expect(text(page)).toHaveText(content);
  }
});

test('retrying with further edits after a lost response does not overwrite another device’s save', async ({
  page,
  site,
}) => {
  const { token, story } = await fillNewChapter(page, site, textOf(6));
  await loseNextResponse(page, 'chapters');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(offlineMessage);
  const { _id: id } = await fetchOnlyChapter(page, site, token, story);
  const theirs = { content: textOf(7), isPublished: true, baseVersion: 1 };
  await callAs(page, site, token, 'PUT', `/chapters/${id}`, theirs);
  await text(page).fill(`${textOf(6)}\nAnd then it rained.`);
  await save(page).click();
  await expect(page.getByText('This chapter was saved elsewhere').first()).toBeVisible();
  const saved = await fetchOnlyChapter(page, site, token, story);
  expect(saved).toMatchObject({ content: theirs.content, isPublished: true });
});

test('retrying a save after a lost response succeeds without a conflict', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1, published: false });
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await text(page).fill('It rained on the harbour.');
  await loseNextResponse(page, `chapters/${chapters[0]}`, 'PUT');
  await save(page).click();
  // The live connection may report the save first.
  const done = page.getByText('Chapter updated successfully!');
  await expect(page.getByRole('alert').filter({ hasText: offlineMessage }).or(done)).toBeVisible();
  await save(page).click();
  await expect(done).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('discarding a chapter while it is being saved leaves the editor and deletes the draft', async ({
  page,
  site,
}) => {
  const { token, story } = await fillNewChapter(page, site, 'It rained on the harbour.');
  const release = await delayRequests(page, '**/api/v1/chapters');
  const created = page.waitForResponse((response) => response.url().endsWith('/api/v1/chapters'));
  await save(page).click();
  await text(page).fill('It rained on the harbour. Nobody is to read this.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/write/${story}`);
  release();
  await created;
  const { _id: id } = await fetchOnlyChapter(page, site, token, story);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(`/write/${story}`);
  const draftResponse = page.waitForResponse((response) => response.url().endsWith(`/drafts/${id}`));
  await page.goto(`/write/${story}/chapter/${id}`);
  await expect(text(page)).toHaveText('It rained on the harbour.');
  expect((await (await draftResponse).json()).data).toEqual([]);
  await expect(page.getByText(/Continued from your unsaved draft/)).toHaveCount(0);
});

test('submitting a changed new story after a lost response, with a double click, creates it once [R48]', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  await page.goto('/write?tab=create');
  await title(page).fill('The Lamp');
  await page.getByLabel('Description').fill('A lamp, and who lit it.');
  await page.getByRole('button', { name: 'Fantasy', exact: true }).click();
  await loseNextResponse(page, 'stories');
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText(offlineMessage)).toBeVisible();
  await title(page).fill('The Lamp again');
  await page.getByRole('button', { name: 'Create Story' }).dblclick();
  await expect(page.getByText('Story created!')).toBeVisible();
  expect(await titlesOf(page, site, author.token)).toEqual(['The Lamp again']);
});
