import type { Page } from '@playwright/test';
import type { Site } from './support/server.ts';
import { callAs, delayRequests, expect, madeStory, signedUp, test, textOf } from './support/test.ts';

const title = (page: Page) => page.getByRole('textbox', { name: 'Title' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

/** The next call of this kind does all that it should, and its answer is lost on the way back. */
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

const away = 'The server cannot be reached.';

interface Response<Data> {
  data: Data;
}

interface ChapterRow {
  _id: string;
  title: string;
  content: string;
  isPublished: boolean;
}

/** A new chapter's page of a story without chapters, with these words on it. */
async function newChapter(page: Page, site: Site, words: string) {
  const { token } = await signedUp(page, site, 'author');
  const { story } = await madeStory(page, site, token, { chapters: 0, published: false });
  await page.goto(`/write/${story}/chapter/new`);
  await title(page).fill('The first evening');
  await text(page).fill(words);
  return { token, story };
}

/** The one chapter that the story has, as it stands. */
async function onlyChapter(page: Page, site: Site, token: string, story: string): Promise<ChapterRow> {
  const list = `/chapters/story/${story}/author`;
  const { data: rows } = await callAs<Response<ChapterRow[]>>(page, site, token, 'GET', list);
  expect(rows.map((row) => row.title)).toEqual(['The first evening']);
  const own = `/chapters/${rows[0]?._id}/author`;
  return (await callAs<Response<ChapterRow>>(page, site, token, 'GET', own)).data;
}

const titlesOf = async (page: Page, site: Site, token: string): Promise<string[]> => {
  const mine = await callAs<Response<{ title: string }[]>>(page, site, token, 'GET', '/stories/my-stories');
  return mine.data.map((story) => story.title);
};

for (const [what, reloads, changes] of [
  ['the same words', false, false],
  ['other words', false, true],
  ['the same words after a reload', true, false],
] as const) {
  test(`a new chapter whose answer was lost is saved again with ${what}, and is there once`, async ({
    page,
    site,
  }) => {
    const { token, story } = await newChapter(page, site, 'It rained on the harbour.');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await loseNextResponse(page, 'chapters');
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText(away);
    if (reloads) {
      await page.reload();
      await page.getByRole('button', { name: 'Restore' }).click();
    }
    if (changes) await text(page).fill('It rained on the harbour. Still.');
    await save(page).click();
    await expect(page.getByText('Chapter created successfully!')).toBeVisible();
    await expect(page).toHaveURL(`/write/${story}`);
    const kept = await onlyChapter(page, site, token, story);
    expect(kept.content).toBe(changes ? 'It rained on the harbour. Still.' : 'It rained on the harbour.');
    // Nothing waits to be restored.
    await page.goto(`/write/${story}/chapter/new`);
    await expect(title(page)).toBeVisible();
    await expect(page.getByText(/You have unsaved changes from/)).toHaveCount(0);
    await page.goto(`/write/${story}/chapter/${kept._id}`);
    await expect(text(page)).toHaveValue(kept.content);
    await expect(page.getByText(/You have unsaved changes from/)).toHaveCount(0);
  });
}

for (const types of [false, true]) {
  test(`what another device has done since with a chapter whose answer was lost is kept${types ? ', also from what is typed on' : ''}`, async ({
    page,
    site,
  }) => {
    const { token, story } = await newChapter(page, site, textOf(6));
    await loseNextResponse(page, 'chapters');
    await save(page).click();
    await expect(page.getByRole('alert')).toContainText(away);
    const { _id: id } = await onlyChapter(page, site, token, story);
    const theirs = { content: textOf(7), isPublished: true, baseVersion: 1 };
    await callAs(page, site, token, 'PUT', `/chapters/${id}`, theirs);
    if (types) await text(page).fill(`${textOf(6)}\nAnd then it rained.`);
    await save(page).click();
    await expect(page.getByText('This chapter was saved elsewhere').first()).toBeVisible();
    const kept = await onlyChapter(page, site, token, story);
    expect(kept).toMatchObject({ content: theirs.content, isPublished: true });
  });
}

test('a change whose answer was lost is saved when it is sent again, and there is nothing to decide', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  const { story, chapters } = await madeStory(page, site, author.token, { chapters: 1, published: false });
  await page.goto(`/write/${story}/chapter/${chapters[0]}`);
  await text(page).fill('It rained on the harbour.');
  await loseNextResponse(page, `chapters/${chapters[0]}`, 'PUT');
  await save(page).click();
  // It may be heard of over the live connection, too, if that came about just then.
  const done = page.getByText('Chapter updated successfully!');
  await expect(page.getByRole('alert').filter({ hasText: away }).or(done)).toBeVisible();
  await save(page).click();
  await expect(done).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('whoever throws a chapter away while it is saved stays where they went, and finds nothing of it', async ({
  page,
  site,
}) => {
  const { token, story } = await newChapter(page, site, 'It rained on the harbour.');
  const goOn = await delayRequests(page, '**/api/v1/chapters');
  const made = page.waitForResponse((response) => response.url().endsWith('/api/v1/chapters'));
  await save(page).click();
  await text(page).fill('It rained on the harbour. Nobody is to read this.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(`/write/${story}`);
  goOn();
  await made;
  const { _id: id } = await onlyChapter(page, site, token, story);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL(`/write/${story}`);
  const asked = page.waitForResponse((response) => response.url().endsWith(`/drafts/${id}`));
  await page.goto(`/write/${story}/chapter/${id}`);
  await expect(text(page)).toHaveValue('It rained on the harbour.');
  expect((await (await asked).json()).data).toBeNull();
  await expect(page.getByText(/You have unsaved changes from/)).toHaveCount(0);
});

test('of a chapter that was sent in vain and is given up nothing stays in the browser', async ({
  page,
  site,
}) => {
  const { story } = await newChapter(page, site, 'Nobody is to read this.');
  await loseNextResponse(page, 'chapters');
  await save(page).click();
  await expect(page.getByRole('alert')).toContainText(away);
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await kept()).toContain('Nobody is to read this.');
  await title(page).fill('');
  await text(page).fill('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`/write/${story}`);
  expect(await kept()).not.toContain('Nobody is to read this.');
});

test('a chapter that was published elsewhere meanwhile is not taken back by what is typed on', async ({
  page,
  site,
}) => {
  const { token, story } = await newChapter(page, site, textOf(6));
  await save(page).click();
  await expect(page).toHaveURL(`/write/${story}`);
  const { _id: id } = await onlyChapter(page, site, token, story);
  await page.goto(`/write/${story}/chapter/${id}`);
  await expect(text(page)).toHaveValue(textOf(6));
  await callAs(page, site, token, 'PUT', `/chapters/${id}`, { isPublished: true });
  for (const words of ['It rained.', 'It rained on.']) {
    await text(page).fill(`${textOf(6)}\n${words}`);
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await onlyChapter(page, site, token, story)).content.endsWith(words))
      .toBe(true);
    expect((await onlyChapter(page, site, token, story)).isPublished).toBe(true);
  }
});

test('a new story whose answer was lost is sent again, changed, and is there once', async ({
  page,
  site,
}) => {
  const author = await signedUp(page, site, 'author');
  await page.goto('/write?tab=create');
  await title(page).fill('The Lamp');
  await page.getByLabel('Description').fill('A lamp, and who lit it.');
  await page.getByRole('button', { name: 'Fantasy', exact: true }).click();
  await loseNextResponse(page, 'stories');
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText(away)).toBeVisible();
  await title(page).fill('The Lamp again');
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText('Story created!')).toBeVisible();
  expect(await titlesOf(page, site, author.token)).toEqual(['The Lamp again']);
});

test('a double click creates one story', async ({ page, site }) => {
  const author = await signedUp(page, site, 'author');
  await page.goto('/write?tab=create');
  await title(page).fill('The Lamp');
  await page.getByLabel('Description').fill('A lamp, and who lit it.');
  await page.getByRole('button', { name: 'Fantasy', exact: true }).click();
  await page.getByRole('button', { name: 'Create Story' }).dblclick();
  await expect(page.getByText('Story created!')).toBeVisible();
  expect(await titlesOf(page, site, author.token)).toEqual(['The Lamp']);
});
