import type { Page } from '@playwright/test';
import { checkInThemes } from './support/states.ts';
import { callAs, createStory, expect, joinViaApi, openTab, setToken, test } from './support/test.ts';

/** Checks a screen at the widths of phones and desktops: nothing is wider than the page. */
async function checkWidths(page: Page, what: string): Promise<void> {
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await checkInThemes(page, `${what} at ${width} px`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('an author writes to followers between chapters, who are notified and read it on the story’s page', async ({
  page,
  browser,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const reader = await joinViaApi(page, site, 'reader');
  const { story } = await createStory(page, site, author.token, { chapters: 2, title: 'The Salt Road' });
  await callAs(page, site, reader.token, 'POST', `/stories/${story}/follow`);
  const desk = await browser.newPage();
  await setToken(desk, author.token);
  await desk.goto(`${site.url}/write/${story}`);
  await desk.getByRole('button', { name: 'More actions for the story' }).click();
  await desk.getByRole('menuitem', { name: 'Write to followers…' }).click();
  const form = desk.getByRole('dialog', { name: 'Write to followers' });
  await checkInThemes(desk, 'the form of a note');
  await form.getByLabel('Note').fill('I’m moving house.\nThe next chapter comes in May.');
  await form.getByRole('button', { name: 'Send' }).press('Enter');
  await expect(form).toBeHidden();
  await desk.goto(`${site.url}/story/${story}`);
  const own = desk.getByRole('region', { name: 'Notes from the author' });
  await own.getByRole('button', { name: 'Edit' }).click();
  const editing = desk.getByRole('dialog', { name: 'Edit note' });
  await editing.getByLabel('Note').fill('The next chapter comes in June.');
  await editing.getByRole('button', { name: 'Save' }).click();
  await expect(own).toContainText('in June.');
  await checkWidths(desk, 'the author’s notes');

  await setToken(page, reader.token);
  await page.goto(`${site.url}/notifications`);
  await page.getByRole('link', { name: /posted a note about “The Salt Road”/ }).click();
  const notes = page.getByRole('region', { name: 'Notes from the author' });
  await expect(notes).toContainText('(edited)');
  await expect(notes.getByRole('button', { name: 'Report' })).toBeVisible();
  await expect(notes.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await checkWidths(page, 'a reader’s notes');

  await own.getByRole('button', { name: 'Delete' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).not.toContainText('in June.');
  await desk.close();
});

test('an author finds published and scheduled chapters in the calendar, with the keyboard too', async ({
  page,
  site,
}) => {
  const author = await joinViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { chapters: 1, title: 'The Salt Road' });
  const draft = await callAs<{ data: { _id: string } }>(page, site, author.token, 'POST', '/chapters', {
    story,
    title: 'A chapter that waits for its day',
    content: 'word '.repeat(210),
    isPublished: false,
  });
  const at = { date: '2031-05-20', time: '18:00', timeZone: 'UTC' };
  await callAs(page, site, author.token, 'PUT', `/chapters/${draft.data._id}/schedule`, at);
  await setToken(page, author.token);
  await page.goto(`${site.url}/write`);
  await page.getByRole('link', { name: 'Calendar' }).press('Enter');
  await expect(page.getByRole('table').getByText('Published').first()).toBeVisible();
  await checkWidths(page, 'a month with a published chapter');
  await page.goto(`${site.url}/write/calendar?month=2031-04`);
  await page.getByRole('link', { name: 'Later: May 2031' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'May 2031' })).toBeVisible();
  await checkWidths(page, 'a month with a scheduled chapter');
  await page.getByRole('cell', { name: /20/ }).getByRole('link').press('Enter');
  await page.waitForURL(`**/write/${story}/chapter/${draft.data._id}`);
});

test('an author keeps a story bible', async ({ page, site }) => {
  const author = await joinViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, {
    chapters: 1,
    title: 'The Salt Road',
  });
  await callAs(
    page,
    site,
    author.token,
    'PUT',
    `/stories/${story}/glossary/0198a000-0000-7000-8000-000000000001`,
    {
      kind: 'place',
      names: ['Ashport'],
      notes: [{ chapter: chapters[0], text: 'A harbor.' }],
    },
  );
  await setToken(page, author.token);
  await page.goto(`${site.url}/write/${story}`);
  await page.getByRole('button', { name: 'More actions for the story' }).click();
  await page.getByRole('menuitem', { name: 'Story bible' }).click();
  await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible();
  for (const [title, text] of [
    ['Élan of the lamp', 'It burns out in the last chapter.'],
    ['Timeline', 'Spring: the ship leaves.'],
  ] as const) {
    await page.getByRole('button', { name: 'Add Entry' }).click();
    const form = page.getByRole('dialog', { name: 'Add an entry' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Text').fill(text);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
  }
  await checkWidths(page, 'a story bible');

  // The search ignores case and accents, and finds people and places too.
  const search = page.getByRole('searchbox', { name: 'Search the story bible' });
  await search.fill('elan');
  await expect(page.getByRole('status').filter({ hasText: '1 entry matches' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
  await search.fill('ashport');
  await page.getByRole('button', { name: /Ashport/ }).click();
  const place = page.getByRole('dialog', { name: 'Edit “Ashport”' });
  await place.getByLabel('What readers know').fill('A harbor in the north.');
  await place.getByRole('button', { name: 'Save' }).click();
  await expect(place).toBeHidden();
  await search.fill('harbor in the north');
  await expect(page.getByRole('button', { name: /Ashport/ })).toBeVisible();
  await search.fill('');

  // Two tabs change the same entry: the second one sees the text of the first, and neither is lost.
  const other = await openTab(page.context());
  await other.goto(`${site.url}/write/${story}/bible`);
  const editing = (tab: Page) => tab.getByRole('dialog', { name: 'Edit “Timeline”' });
  for (const tab of [page, other]) await tab.getByRole('button', { name: 'Edit Timeline' }).click();
  await editing(page).getByLabel('Text').fill('Spring: the ship waits.');
  await editing(page).getByRole('button', { name: 'Save' }).click();
  await expect(editing(page)).toBeHidden();
  await editing(other).getByLabel('Text').fill('Autumn: the ship sinks.');
  await editing(other).getByRole('button', { name: 'Save' }).click();
  const saved = editing(other).getByRole('region', { name: /Saved somewhere else/ });
  await expect(saved).toContainText('Spring: the ship waits.');
  await expect(editing(other).getByLabel('Text')).toHaveValue('Autumn: the ship sinks.');
  await editing(other).getByRole('button', { name: 'Save' }).click();
  await expect(editing(other)).toBeHidden();
  await other.close();
  await page.reload();
  await expect(page.getByText('Autumn: the ship sinks.')).toBeVisible();

  // What was deleted is brought back.
  await page.getByRole('button', { name: 'Delete Timeline' }).click();
  await expect(page.getByText('Autumn: the ship sinks.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Autumn: the ship sinks.')).toBeVisible();
});
