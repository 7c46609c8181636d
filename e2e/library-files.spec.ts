import { readFile } from 'node:fs/promises';
import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('a reader imports a list, reads, finds what they read in the history, and deletes it', async ({
  page,
  site,
}) => {
  await signUpViaApi(page, site);
  const author = await signUpViaApi(page, site, 'author');
  await callAs(page, site, author.token, 'PATCH', '/users/profile/me', { displayName: 'Ida Quill' });
  const make = (title: string) => createStory(page, site, author.token, { title, chapters: 1 });
  const [ferry] = [await make('The Ferry at Night'), await make('A Second Ferry')];

  await page.goto('/library');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Import a library' }).click();
  const csv =
    'Title,Author,Exclusive Shelf\nthe ferry at night,Ida Quill,currently-reading\nNowhere Book,X,read\n';
  await page.getByLabel('CSV or text file').setInputFiles({
    name: 'goodreads_library_export.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await expect(page.getByText('1 story found, 1 not found.')).toBeVisible();
  for (const theme of ['paper', 'ink']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    expect(await axeViolations(page), theme).toEqual([]);
  }
  await page.getByRole('button', { name: 'Add 1 story' }).click();
  await page.getByRole('link', { name: 'Open your library' }).click();
  await expect(page.getByRole('heading', { level: 3, name: 'The Ferry at Night' })).toBeVisible();

  await page.getByRole('button', { name: 'Import and export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export library' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('inkling-library.csv');
  expect(await readFile(await download.path(), 'utf8')).toContain(
    'The Ferry at Night,Ida Quill,Reading,0,No',
  );

  const saved = page.waitForResponse((response) => /\/chapters\/[^/]+\/progress$/.test(response.url()));
  await page.goto(`/reading/${ferry.story}`);
  await saved;
  await page.goto('/library');
  await page.getByRole('link', { name: 'Reading history' }).click();
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('link', { name: '1. Evening 1' })).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await today.getByRole('button', { name: 'Remove “The Ferry at Night” from this day' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
});
