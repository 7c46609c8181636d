import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, signUpViaApi, test, textOf } from './support/test.ts';

const card = (page: Page, heading: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 3, name: heading }) });

test('an unpublished story becomes a placeholder that can be removed, and returns when it is published again [R13]', async ({
  page,
  site,
}) => {
  // The first sign-up owns the browser session: the reader.
  const reader = await signUpViaApi(page, site);
  const author = await signUpViaApi(page, site, 'author');
  const title = 'The Lamp That Went Out';
  const { story, chapters } = await createStory(page, site, author.token, { title, chapters: 2 });
  const asReader = (method: string, path: string, data?: object) =>
    callAs(page, site, reader.token, method, path, data);
  const publish = (isPublished: boolean) =>
    callAs(page, site, author.token, 'PUT', `/stories/${story}`, { isPublished });
  await asReader('POST', `/chapters/${chapters[0]}/progress`, { progress: 50 });
  await asReader('PUT', `/stories/${story}/bookmark`);

  await page.goto('/library');
  const inProgress = page.getByRole('region', { name: 'In Progress' });
  const continuing = page.getByRole('region', { name: 'Continue Reading' });
  await expect(continuing.getByRole('link', { name: title })).toBeVisible();
  await publish(false);
  await page.reload();
  await expect(inProgress.getByRole('heading', { name: 'No longer available' })).toBeVisible();
  await expect(inProgress.getByRole('progressbar', { name: '25 percent read' })).toBeAttached();
  await expect(inProgress.getByText('Just now')).toBeVisible();
  await expect(inProgress.getByRole('link')).toHaveCount(0);
  await expect(continuing.getByText('Nothing to continue right now.')).toBeVisible();
  expect(await page.content()).not.toContain(title);
  for (const theme of ['paper', 'ink']) {
    await page.evaluate((name) => localStorage.setItem('theme', name), theme);
    await page.reload();
    await expect(inProgress.getByRole('heading', { name: 'No longer available' })).toBeVisible();
    expect(await axeViolations(page), theme).toEqual([]);
  }
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Your Reading Journey Awaits' })).toBeVisible();

  await publish(true);
  await page.goto('/library?tab=bookmarks');
  await expect(page.getByRole('link', { name: title })).toBeVisible();
  await publish(false);
  await page.reload();
  await card(page, 'No longer available')
    .getByRole('button', { name: 'Remove the bookmark from a story that is no longer available' })
    .click();
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Currently Reading' }).click();
  await inProgress.getByRole('button', { name: 'Remove from my library' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Removed from your library.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.locator('#main')).toBeFocused();
});

test('a finished story with new chapters says so instead of 100%, and is not completed as well', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  const asReader = <T>(method: string, path: string, data?: object) =>
    callAs<T>(page, site, reader.token, method, path, data);
  const make = (title: string) => createStory(page, site, reader.token, { title, chapters: 1 });
  const opened = await make('Opened');
  await asReader('POST', `/stories/${opened.story}/save-progress`, { progress: 0 });
  for (const title of ['Begun', 'Begun Too', 'Begun Last']) {
    const { story } = await make(title);
    await asReader('POST', `/stories/${story}/save-progress`, { progress: 30 });
  }
  const { story } = await make('Gone On');
  await asReader('POST', `/stories/${story}/mark-completed`);
  const chapter = { story, title: 'Later', content: textOf(8), isPublished: true };
  const { data: later } = await asReader<{ data: { _id: string } }>('POST', '/chapters', chapter);
  await asReader('POST', '/chapters', { ...chapter, title: 'Later Still' });

  await page.goto('/home');
  await expect(card(page, 'Gone On').first()).toContainText('2 new chapters');
  await expect(page.getByText('100%')).toHaveCount(0);
  await page.goto('/library');
  const section = (name: string) => page.getByRole('region', { name });
  await expect(section('Continue Reading').getByRole('article').first()).toContainText('2 new chapters');
  await expect(section('In Progress').getByRole('heading', { level: 3 })).toHaveText(['Begun']);
  await expect(section('In Progress').getByText('Not started')).toHaveCount(0);
  await expect(section('Not Started').getByRole('heading', { level: 3 })).toHaveText(['Opened']);
  await expect(page.getByText('100%')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Completed' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing finished yet' })).toBeVisible();
  await page.goto(`/story/${story}`);
  await expect(page.getByText('2 new chapters since your last visit')).toBeVisible();

  await asReader('POST', `/chapters/${later._id}/progress`, { progress: 100 });
  await page.goto('/library');
  await expect(section('Continue Reading').getByRole('article').first()).not.toContainText('New chapter');
});

test('saving a story in one list updates the other lists', async ({ page, site }) => {
  const me = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, me.token, { title: 'Twice There', chapters: 2 });
  await callAs(page, site, me.token, 'POST', `/chapters/${chapters[0]}/progress`, { progress: 50 });
  await page.goto('/library');
  await page.getByRole('button', { name: 'Bookmark Twice There' }).click();
  const saved = page.getByRole('button', { name: 'Remove the bookmark from Twice There' });
  await expect(saved).toBeVisible();
  await page.getByRole('tab', { name: 'Bookmarks' }).click();
  await saved.click();
  await expect(page.getByRole('heading', { name: 'No bookmarks yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Currently Reading' }).click();
  await expect(page.getByRole('button', { name: 'Bookmark Twice There' })).toBeVisible();

  // From the reading screen to the story's page and back, without a reload.
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await page.getByRole('link', { name: 'Twice There' }).click();
  await page.getByRole('button', { name: 'Bookmark', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible();
  await page.getByRole('link', { name: /^Continue with/ }).click();
  await expect(page.getByRole('button', { name: 'Remove the bookmark from Twice There' })).toBeVisible();
});

test('a reader searches the library, notes a story, puts it on hold, removes it and restores it after a reload', async ({
  page,
  site,
}) => {
  const reader = await signUpViaApi(page, site);
  for (const title of ['The Élan', 'The Lamp', 'The Ferry', 'The Bell']) {
    const { story } = await createStory(page, site, reader.token, { title, chapters: 1 });
    await callAs(page, site, reader.token, 'POST', `/stories/${story}/save-progress`, { progress: 40 });
  }
  await page.goto('/library');
  const shown = page.getByRole('main').getByRole('heading', { level: 3 });
  await page.getByRole('searchbox', { name: 'Search this tab by title or author' }).fill('elan');
  await expect(shown).toHaveText(['The Élan']);
  await page.reload();
  await expect(shown).toHaveText(['The Élan']);
  const options = page.getByRole('button', { name: 'Library options: The Élan' });
  await options.click();
  await page.getByRole('menuitem', { name: 'Add a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('For the train.');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByRole('button', { name: 'Edit your note on The Élan' })).toContainText(
    'For the train.',
  );
  await options.click();
  await page.getByRole('menuitem', { name: 'Put on hold' }).click();
  await expect(page.getByRole('heading', { name: 'No stories found' })).toBeVisible();
  await page.getByLabel('Show', { exact: true }).selectOption('On hold');
  await expect(card(page, 'The Élan')).toContainText('On hold · Just now');
  await card(page, 'The Élan').getByRole('link', { name: 'The Élan' }).click();
  await expect(page.getByRole('button', { name: 'On hold: library options' })).toBeVisible();
  await expect(page.getByText('For the train.')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goBack();
  await options.click();
  await page.getByRole('menuitem', { name: 'Remove from library' }).click();
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No stories found' })).toBeVisible();
  await page.goto('/library?filter=on_hold');
  await page.getByRole('button', { name: 'Recently removed' }).click();
  await page.getByRole('button', { name: 'Restore The Élan' }).click();
  await expect(page.getByText('You haven’t removed anything in the last day.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(card(page, 'The Élan')).toContainText('For the train.');
});
