import { painted, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, test } from './support/test.ts';

test('a comment, a highlight and a note survive a server that is killed while they are sent, and are stored once', async ({
  page,
  site,
}) => {
  // The longer the server takes to start, the longer the page waits between its attempts.
  const author = await joinViaApi(page, site, 'author');
  const reader = await signUpViaApi(page, site);
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const stored = async (path: string, words: (one: { content: string; note: string }) => string) => {
    type List = { data: { content: string; note: string }[] };
    return (await callAs<List>(page, site, reader.token, 'GET', path)).data.map(words);
  };
  const killed = Promise.withResolvers<void>();
  /** The server stores what the next such request sends, but is killed before its response arrives. */
  const loseResponse = async (path: string, afterwards: () => Promise<void>) => {
    let isLost = false;
    await page.route(path, async (route) => {
      if (isLost || route.request().method() !== 'POST') return route.fallback();
      isLost = true;
      expect((await route.fetch()).ok()).toBe(true);
      await afterwards();
      await route.abort('connectionreset');
    });
  };
  const comments = page.locator('#comments');
  const box = comments.getByLabel('Write a comment');
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await page.mouse.move(300, 300);
  // After a selection, notes can be written without a connection.
  const dialogScript = page.waitForResponse(/note-dialog/);
  await selectWithMouse(page, 'lantern0 ');
  await dialogScript;
  await page.keyboard.press('Escape');

  await loseResponse('**/api/v1/highlights', () => killed.promise);
  await selectWithMouse(page, 'lantern5 ', 'lantern6');
  await selectionMenu(page).getByRole('button', { name: 'Highlight in blue' }).click();
  await expect.poll(() => stored(`/highlights?storyId=${story}`, (one) => one.note)).toEqual(['']);
  await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
  await loseResponse('**/api/v1/comments', async () => {
    await site.kill();
    killed.resolve();
  });
  await box.fill('Who lit the lamp?');
  await comments.getByRole('button', { name: 'Post comment' }).click();
  try {
    await expect(comments.getByRole('alert')).toContainText('We can’t reach the server.');
    await expect(comments.getByRole('alert')).toContainText('Your text is still here.');
    await expect(box).toHaveValue('Who lit the lamp?');
    // Reading goes on, and so do notes.
    await page.evaluate(() => window.scrollTo(0, 0));
    await selectWithMouse(page, 'lantern1 ', 'lantern3');
    await selectionMenu(page).getByRole('button', { name: 'Note' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('Count them.');
    await page.getByRole('button', { name: 'Save note' }).click();
    const unsaved = yourAnnotations(page).getByRole('listitem').filter({ hasText: 'Highlight not saved' });
    await expect(unsaved).toHaveCount(2);
    await expect(unsaved.filter({ hasText: 'Count them.' })).toHaveCount(1);
    expect(await painted(page, 'highlight-yellow')).toEqual(['lantern1 lantern2 lantern3']);
    expect(await painted(page, 'highlight-blue')).toEqual(['lantern5 lantern6']);
  } finally {
    await site.restart();
  }
  // The highlights are saved by themselves once there is a connection, the comment when it is posted again.
  await expect(yourAnnotations(page).getByText(/^Highlight not saved/)).toHaveCount(0, { timeout: 45_000 });
  await expect(yourAnnotations(page).getByText('Count them.')).toBeVisible();
  await comments.getByRole('button', { name: 'Post comment' }).click();
  await expect(comments.getByRole('article')).toContainText('Who lit the lamp?');
  await expect(box).toHaveValue('');
  expect(await stored(`/comments/chapter/${chapters[0]}`, (one) => one.content)).toEqual([
    'Who lit the lamp?',
  ]);
  const notes = await stored(`/highlights?storyId=${story}`, (one) => one.note);
  expect(notes.toSorted()).toEqual(['', 'Count them.']);
  expect(await painted(page, 'highlight-blue')).toEqual(['lantern5 lantern6']);
});
