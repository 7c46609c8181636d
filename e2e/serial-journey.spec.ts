import { selectionMenu, selectWithMouse } from './support/passages.ts';
import { callAs, createStory, expect, joinViaApi, openTab, setToken, test, textOf } from './support/test.ts';

const storm = 'A storm came over the black water, and nobody slept. '.repeat(4).trim();
const calm = 'The harbor was quiet, and the sea was flat all day. '.repeat(4).trim();

test('a serial: an author, three readers at different places, and two beta readers of whom one has no account', async ({
  page: desk,
  browser,
  site,
}) => {
  test.slow();
  const author = await joinViaApi(desk, site, 'author');
  const put = (path: string, data: object) => callAs(desk, site, author.token, 'PUT', path, data);
  const { story, chapters } = await createStory(desk, site, author.token, { title: 'The Salt Road' });
  const [first = '', second = ''] = chapters;
  for (const id of chapters)
    await put(`/chapters/${id}`, { content: `Mara opened teh old door.\n\n${calm}\n\n${textOf(6)}` });
  const draft = { story, title: 'The ship', content: 'The sail was torn. Nobody came.', isPublished: false };
  await callAs(desk, site, author.token, 'POST', '/chapters', draft);

  /** A browser of its own, of a follower who has read some chapters, or without an account. */
  const open = async (name: string | null, read = 0) => {
    const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
    const page = await openTab(context);
    if (name === null) return page;
    const { token } = await joinViaApi(page, site, name);
    for (const id of chapters.slice(0, read)) {
      const { data } = await callAs<{ data: { version: number } }>(
        page,
        site,
        token,
        'GET',
        `/chapters/${id}`,
      );
      const position = { paragraph: 1, offset: 0, version: data.version };
      await callAs(page, site, token, 'POST', `/chapters/${id}/progress`, { progress: 100, position });
    }
    await callAs(page, site, token, 'POST', `/stories/${story}/follow`);
    await setToken(page, token);
    return page;
  };
  const [ada, ben, cleo] = [await open('ada'), await open('ben', 1), await open('cleo', 3)];
  const [bea, cy] = [await open(null), await open('cy')];
  await setToken(desk, author.token);

  // Ben finds a typo in the second chapter.
  await ben.goto(`/reading/${story}/${second}`);
  await selectWithMouse(ben, 'teh old');
  await selectionMenu(ben).getByRole('button', { name: 'Suggest a fix' }).click();
  const fix = ben.getByRole('dialog', { name: 'Suggest a fix' });
  await fix.getByLabel('Should be').fill('the old');
  await fix.getByRole('button', { name: 'Send to author' }).click();
  await expect(fix.getByRole('status')).toContainText('Only the author can see it.');

  // The author applies it, describes someone, and gives out a draft.
  const fromMenu = async (item: string) => {
    await desk.goto(`/write/${story}`);
    await desk.getByRole('button', { name: 'More actions for the story' }).click();
    await desk.getByRole('menuitem', { name: item }).click();
  };
  await fromMenu('Suggested fixes');
  await desk.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(desk.getByText('Applied 1 suggestion.')).toBeVisible();
  await fromMenu('People and places');
  await desk.getByRole('button', { name: 'Add Entry' }).click();
  const entry = desk.getByRole('dialog', { name: 'Add an entry' });
  await entry.getByLabel('Names').fill('Mara');
  await entry.getByLabel('From chapter').fill('2');
  await expect(entry.getByText('Evening 2')).toBeVisible();
  await entry.getByLabel('What readers know').fill('She is the queen.');
  await entry.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toBeHidden();
  await desk.goto(`/write/${story}`);
  await desk.getByRole('button', { name: 'Actions for Evening 2' }).click();
  await desk.getByRole('menuitem', { name: 'Recap for readers…' }).click();
  const recap = desk.getByRole('dialog', { name: 'Recap of “Evening 2”' });
  await recap.getByLabel('Recap').fill('The queen came home.');
  await recap.getByRole('button', { name: 'Save' }).click();
  await expect(recap).toBeHidden();
  await fromMenu('Beta readers');
  await desk.getByRole('button', { name: 'Create link…' }).click();
  const link = desk.getByRole('dialog', { name: 'Share with beta readers' });
  await link.getByLabel('The ship').check();
  await link.getByRole('button', { name: 'Create link' }).click();
  const address = await link.getByLabel('Link for beta readers').inputValue();
  await link.getByRole('button', { name: 'Close' }).click();

  // Both beta readers comment, and the author reads both.
  for (const [page, words, name] of [
    [bea, 'sail was torn', 'Bea'],
    [cy, 'Nobody came', ''],
  ] as const) {
    await page.goto(address);
    await selectWithMouse(page, words);
    await selectionMenu(page).getByRole('button', { name: 'Comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Comment' });
    await dialog.getByLabel('Your comment').fill(`About “${words}”.`);
    if (name !== '') await dialog.getByLabel('Your name').fill(name);
    await dialog.getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(dialog).toHaveCount(0);
  }
  await desk.reload();
  const comments = desk.getByRole('region', { name: 'The ship' }).getByRole('listitem');
  await expect(comments).toHaveText([/sail was torn.*Bea.*guest/, /Nobody came/]);

  // The first chapter is revised: who has read it sees what has changed, who is in the middle of it does not.
  await put(`/chapters/${first}`, { content: `Mara opened the old door.\n\n${storm}\n\n${textOf(6)}` });
  await ben.goto(`/reading/${story}/${first}`);
  const line = ben.getByRole('status').filter({ hasText: /^Revised on .*: \d+ words changed/ });
  await line.getByRole('button', { name: 'See changes' }).click();
  await expect(ben.getByRole('dialog', { name: 'What has changed' })).toContainText('black water');
  await ben.keyboard.press('Escape');
  await ada.goto(`/reading/${story}/${first}`);
  await expect(ada.locator('.chapter-text')).toContainText('black water');
  await ada.mouse.move(5, 300);
  await expect(ada.getByText(/^Revised on/)).toHaveCount(0);

  // Ben's suggestion was applied. He and Cleo have opened the second chapter, Ada has not.
  await ben.goto('/library/fixes');
  await expect(ben.getByText('1 applied')).toBeVisible();
  for (const page of [ben, cleo]) {
    await page.goto(`/story/${story}/people`);
    await expect(page.getByText('She is the queen.')).toBeVisible();
    await expect(page.getByText('The queen came home.')).toBeVisible();
  }
  await ada.goto(`/story/${story}/people`);
  await expect(ada.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ada.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(ada.locator('main')).not.toContainText('queen');

  // A note to followers reaches all three.
  await fromMenu('Write to followers…');
  const note = desk.getByRole('dialog', { name: 'Write to followers' });
  await note.getByLabel('Note').fill('The next chapter comes in May.');
  await note.getByRole('button', { name: 'Send' }).click();
  await expect(note).toBeHidden();
  for (const page of [ada, ben, cleo]) {
    await page.goto('/notifications');
    await page.getByRole('link', { name: /posted a note about “The Salt Road”/ }).click();
    await expect(page.getByRole('region', { name: 'Notes from the author' })).toContainText('in May.');
  }
  for (const page of [ada, ben, cleo, bea, cy]) await page.context().close();
});
