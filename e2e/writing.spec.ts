import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

// The last file and a long one: its tests are handed out one by one, so that all workers end together.
test.describe.configure({ mode: 'parallel' });

const rows = (page: Page) =>
  page.getByRole('list').filter({ has: page.getByRole('button', { name: /^Actions for/ }) });
const titles = async (page: Page) =>
  (await rows(page).getByRole('heading', { level: 3 }).allTextContents()).map((text) =>
    text.replace(/^\d+\. /, ''),
  );
/** A toast may have a button beside its text. */
const toast = (page: Page, text: string) => page.getByText(text).first();

async function act(page: Page, chapter: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${chapter}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
}

test('the writing hub lists the author’s stories and creates a new one with one to five genres', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site, 'author');
  await page.goto('/write');
  await expect(page).toHaveTitle('Write Story - Inkling');
  await expect(page.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Create New Story' }).click();
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText('Please enter a story title.')).toBeVisible();
  await expect(page.getByText('Please enter a story description.')).toBeVisible();
  await expect(page.getByText('Please select at least one genre.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Title' }).fill('A Lamp for the Night Ferry');
  await page.getByLabel('Description').fill('A lamp, a ferry, and a long winter.');
  for (const genre of ['Fantasy', 'Comedy', 'Nautical', 'Drama', 'Literary']) {
    await page.getByRole('button', { name: genre, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Romance', exact: true }).click();
  await expect(page.getByText('You can select up to 5 genres only.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Romance', exact: true })).toHaveAttribute(
    'aria-pressed',
    'false',
  );

  // The input survives a reload.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A Lamp for the Night Ferry');

  // Six genres in stored input are not sent.
  const { data: genres } = await (await page.request.get('/api/v1/genres')).json();
  const six = genres.slice(0, 6).map((genre: { _id: string }) => genre._id);
  const five = await page.evaluate((ids) => {
    const key = Object.keys(localStorage).find((name) => localStorage.getItem(name)?.includes('Night Ferry'));
    const stored = localStorage.getItem(key ?? '') ?? '';
    const chosen: string = /"genres":(\[.*?\])/.exec(stored)?.[1] ?? '';
    localStorage.setItem(key ?? '', stored.replace(chosen, JSON.stringify(ids)));
    return JSON.parse(chosen);
  }, six);
  expect(five).toHaveLength(5);
  await page.reload();
  await expect(page.getByText('6 of 5 selected.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(page.getByText('Please select no more than 5 genres.')).toBeVisible();
  await page.getByRole('button', { pressed: true }).first().click();
  await page.getByRole('button', { name: 'Create Story' }).click();
  await expect(toast(page, 'Story created!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Lamp for the Night Ferry');
  await page.getByRole('link', { name: 'Back to stories' }).click();
  await expect(page.getByRole('link', { name: 'A Lamp for the Night Ferry' })).toBeVisible();
});

test('publishing, unpublishing and deleting stories and chapters asks for confirmation', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 2, published: false });
  await page.goto(`/write/${story}`);
  // No chapter is published, and the first one is too short: the dialog offers the first that is ready.
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content: 'Short.' });
  await page.reload();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Publish chapter 2 and the story' })
    .click();
  await expect(toast(page, 'Story published successfully!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'The Lamp' }).first()).toContainText(
    '0 views0 readers0 likes',
  );
  await act(page, 'Evening 2', 'Unpublish');
  await expect(toast(page, 'Chapter unpublished successfully!')).toBeVisible();
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, { content: 'word '.repeat(210) });
  await page.reload();
  await act(page, 'Evening 1', 'Publish');
  await expect(toast(page, 'Chapter published successfully!')).toBeVisible();
  await act(page, 'Evening 1', 'Unpublish');
  await expect(toast(page, 'Chapter unpublished successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Unpublish' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(toast(page, 'Story unpublished successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Edit Story' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('The Second Lamp');
  await page.getByRole('button', { name: 'Save Story' }).click();
  await expect(toast(page, 'Story updated!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Second Lamp');

  await act(page, 'Evening 2', 'Delete');
  await expect(toast(page, 'Chapter deleted successfully!')).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Evening 1']);
  await page.keyboard.press('Control+z');
  await expect(toast(page, 'Chapter restored.')).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Evening 1', 'Evening 2']);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Story deleted successfully!')).toBeVisible();
  await expect(page).toHaveURL('/write');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'The Second Lamp' })).toBeVisible();
});

test('an author exports a story with its drafts, and is told when there is nothing to export', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 1, published: false });
  const [chapter] = (
    await callAs<{ data: { _id: string }[] }>(
      page,
      site,
      author.token,
      'GET',
      `/chapters/story/${story}/author`,
    )
  ).data;
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapter?._id}`, { isPublished: false });
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export story' });
  const drafts = dialog.getByRole('checkbox', { name: 'Include chapters that aren’t published' });
  await drafts.uncheck();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Include drafts to export them.');
  await drafts.check();
  await dialog.getByRole('radio', { name: /Markdown/ }).check();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const file = await saved;
  await expect(dialog.getByRole('status')).toHaveText(`Saved as ${file.suggestedFilename()}.`);
  expect(file.suggestedFilename()).toMatch(/\.md$/);
  expect(readFileSync(await file.path(), 'utf8')).toMatch(/^---\ntitle: "/);
});

test('what was deleted can be restored from the trash, or deleted for good', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 3, published: false });
  await page.goto(`/write/${story}`);
  await act(page, 'Evening 1', 'Delete');
  await expect.poll(() => titles(page)).toEqual(['Evening 2', 'Evening 3']);
  await act(page, 'Evening 2', 'Delete');
  await expect.poll(() => titles(page)).toEqual(['Evening 3']);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Evening 2', 'Evening 1']);
  await page.getByRole('button', { name: 'Restore Evening 1' }).click();
  await expect(toast(page, 'Chapter restored.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Delete for good: Evening 2' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.goto(`/write/${story}`);
  await expect.poll(() => titles(page)).toEqual(['Evening 1', 'Evening 3']);
});

test('a chapter is scheduled, several in a rhythm, and the story’s page shows the next date', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 3 });
  await page.goto(`/write/${story}`);
  for (const title of ['Evening 2', 'Evening 3']) {
    await act(page, title, 'Unpublish');
    await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Draft');
  }
  await page.getByRole('button', { name: 'Actions for Evening 2' }).click();
  await page.getByRole('menuitem', { name: 'Schedule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Date').fill('2031-11-28');
  await dialog.getByLabel('Time', { exact: true }).fill('18:00');
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog).toBeHidden();
  const second = page.getByRole('listitem').filter({ hasText: 'Evening 2' });
  await expect(second).toContainText(/Publishes Fri, Nov 28, 2031/);

  // On a phone the dates and the button stay in view below a form that scrolls.
  await page.setViewportSize({ width: 390, height: 664 });
  await page.getByRole('button', { name: 'More actions for chapters' }).click();
  await page.getByRole('menuitem', { name: 'Schedule several…' }).click();
  await dialog.getByRole('button', { name: 'Show dates' }).click();
  await expect(dialog.getByText('Please choose at least one day.')).toBeVisible();
  await dialog.getByLabel('Tuesday').check();
  await dialog.getByLabel('Friday').check();
  await dialog.getByLabel('Not before').fill('2031-12-01');
  await expect(dialog.getByRole('button', { name: 'Show dates' })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Show dates' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/2 chapters, Tue, Dec 2, 2031.* to Fri, Dec 5, 2031/);
  await expect(dialog.getByRole('status')).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('list', { name: 'Dates' }).getByRole('listitem')).toHaveCount(2);
  const schedule = dialog.getByRole('button', { name: 'Schedule 2 chapters' });
  await expect(schedule).toBeInViewport({ ratio: 1 });
  await schedule.click();
  await expect(second).toContainText(/Publishes Tue, Dec 2, 2031/);

  await page.getByRole('button', { name: 'More actions for chapters' }).click();
  await page.getByRole('menuitem', { name: 'Pause all schedules…' }).click();
  await dialog.getByLabel('Expected return').fill('2031-12-20');
  await dialog.getByLabel('Note for readers').fill('Back after the harvest.');
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(second).toContainText(/Paused, planned for Tue, Dec 2, 2031/);
  await page.getByRole('button', { name: 'More actions for chapters' }).click();
  await page.getByRole('menuitem', { name: 'Shift all dates…' }).click();
  await dialog.getByLabel('Days').fill('7');
  await dialog.getByRole('button', { name: 'Shift', exact: true }).click();
  await expect(second).toContainText(/Paused, planned for Tue, Dec 9, 2031/);
  await page.getByRole('button', { name: 'More actions for chapters' }).click();
  await expect(page.getByText('On hiatus')).toBeVisible();
  await page.getByRole('menuitem', { name: 'Resume all schedules' }).click();
  await expect(page.getByText('On hiatus')).toBeHidden();
  await expect(second).toContainText(/Publishes Tue, Dec 9, 2031/);
  await page.getByRole('link', { name: 'View as a reader' }).click();
  await expect(page.getByText(/Next chapter: Tuesday, December 9/)).toBeVisible();
});

test('chapters can be reordered with buttons and by dragging, and moves are announced', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 4, published: false });
  await page.goto(`/write/${story}`);
  await page.getByRole('button', { name: 'Move Evening 1 down' }).click();
  await expect(toast(page, 'Chapters reordered successfully!')).toBeVisible();
  await expect(page.getByText('Evening 1 is now number 2 of 4.')).toBeAttached();
  expect(await titles(page)).toEqual(['Evening 2', 'Evening 1', 'Evening 3', 'Evening 4']);
  // The list shows a move before it is saved.
  const saved = () => page.waitForResponse((response) => response.request().method() !== 'GET');
  const buttonSaved = saved();
  await page.getByRole('button', { name: 'Move Evening 4 up' }).click();
  await expect.poll(() => titles(page)).toEqual(['Evening 2', 'Evening 1', 'Evening 4', 'Evening 3']);
  expect((await buttonSaved).ok()).toBe(true);

  const handle = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: title }) })
      .locator('[data-handle]');
  const dragSaved = saved();
  await handle('Evening 3').dragTo(handle('Evening 2'), { targetPosition: { x: 5, y: 3 } });
  await expect.poll(() => titles(page)).toEqual(['Evening 3', 'Evening 2', 'Evening 1', 'Evening 4']);
  expect((await dragSaved).ok()).toBe(true);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Evening 3', 'Evening 2', 'Evening 1', 'Evening 4']);
});

test('a chapter can be moved by touch', async ({ site, browser }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 3, published: false });
  await page.goto(`/write/${story}`);
  await expect.poll(() => titles(page)).toEqual(['Evening 1', 'Evening 2', 'Evening 3']);
  const at = async (name: string) => {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
    const box = await row.locator('[data-handle]').boundingBox();
    return { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 20 };
  };
  await page
    .getByRole('link', { name: 'Evening 2' })
    .evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const [from, to] = [await at('Evening 1'), await at('Evening 3')];
  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: y === undefined ? [] : [{ x: from.x, y }],
    });
  await touch('touchStart', from.y);
  for (let y = from.y; y < to.y + 24; y += 8) await touch('touchMove', y);
  await touch('touchEnd');
  await expect.poll(() => titles(page)).toEqual(['Evening 2', 'Evening 3', 'Evening 1']);
  await expect(toast(page, 'Chapters reordered successfully!')).toBeVisible();
  await context.close();
});

const longBook = {
  name: 'long.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from(
    Array.from({ length: 4000 }, (_, index) => `# Part ${index + 1}\n\n${'word '.repeat(400)}\n`).join('\n'),
  ),
};
const openImport = (page: Page) => page.getByRole('button', { name: 'Import', exact: true }).click();

test('an import started in one tab can be cancelled in another [P18]', async ({ page, site, context }) => {
  await signUpViaApi(page, site, 'author');
  await page.goto('/write');
  await openImport(page);
  const other = await context.newPage();
  await other.goto('/write');
  await page.getByLabel('Book file').setInputFiles(longBook);
  await expect(page.getByRole('button', { name: 'Cancel import' })).toBeVisible();
  await openImport(other);
  await expect(other.getByText(/long\.md/)).toBeVisible();
  await other.getByRole('button', { name: 'Cancel import' }).click();
  await expect(other.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await page.goto('/write');
  await openImport(page);
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'No stories yet' })).toBeVisible();
});

test('an unsupported file shows what to do; an import that is cancelled before the server responds is cancelled on the server', async ({
  page,
  site,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  await page.goto('/write');
  await openImport(page);
  const file = page.getByLabel('Book file');
  await file.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 …') });
  await expect(page.getByRole('alert')).toContainText('This is a PDF');
  let importId = '';
  await page.route('**/api/v1/imports', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    importId = (await (await route.fetch()).json()).data._id;
    // The page never receives the response.
  });
  await file.setInputFiles(longBook);
  await expect.poll(() => importId).not.toBe('');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  const importJob = await callAs<{ data: { state: string } }>(
    page,
    site,
    author.token,
    'GET',
    `/imports/${importId}`,
  );
  expect(importJob.data.state).toBe('cancelled');
});

test('the chapters of a book are changed before they are imported, and the story is completed before it is published', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site, 'author');
  await page.goto('/write');
  await openImport(page);
  const long = 'word '.repeat(300);
  const buffer = Buffer.from(
    `---\ntitle: Unsorted\nstatus: coming_soon\n---\n\n# For Ann\n\nWho knew.\n\n# One\n\n${long}\n\nLater, ${long}\n\n# Two\n\n${long}\n\n# Three\n\n${long}\n`,
  );
  await page.getByLabel('Book file').setInputFiles({ name: 'a.md', mimeType: 'text/markdown', buffer });
  const rows = page.getByRole('list', { name: 'Chapters found' }).getByRole('listitem');
  await expect(rows).toHaveCount(4);
  await expect(page.getByLabel('Use “For Ann” as')).toHaveValue('next');
  await page.getByLabel('Use “For Ann” as').selectOption('Note of the next chapter');
  await page.getByRole('button', { name: 'Split “One”' }).click();
  await page.getByRole('button', { name: /^Later,/ }).click();
  await page.getByLabel('Title of chapter 2').fill('Later');
  await page.getByLabel('Use “Two” as').selectOption('End of the chapter above');
  await page.getByLabel('Use “Three” as').selectOption('Leave out');
  await page.getByLabel('Story title').fill('Sorted');
  // The changes survive a reload.
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('Sorted');
  await page.reload();
  await page.getByRole('button', { name: 'Import 2 chapters' }).click();
  await expect(page.getByText('Imported 2 chapters as drafts.')).toBeVisible();
  await page.getByRole('link', { name: 'Open the story' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sorted');
  await expect.poll(() => titles(page)).toEqual(['One', 'Later']);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Please write a description first, and select at least one genre');
  await confirmation.getByRole('button', { name: 'Edit Story' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Story' });
  await form.getByRole('button', { name: 'Drama', exact: true }).click();
  await form.getByLabel('Description').fill('A tale.');
  await form.getByRole('button', { name: 'Save Story' }).click();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await confirmation.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Story published successfully!')).toBeVisible();
});
