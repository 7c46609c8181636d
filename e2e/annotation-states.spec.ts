import { painted, selectionMenu, selectWithMouse, yourAnnotations } from './support/passages.ts';
import { actionsOn, checkState as check, checkInReadingThemes as checkInThemes } from './support/states.ts';
import { createStory, expect, joinViaApi, signUpViaApi, test, textOf } from './support/test.ts';

const [lamp, stairs, gone] = [
  'The lamp had not been lit since the long frost.',
  'Marta climbed with the can knocking against her knee.',
  'This sentence will be struck out.',
];
const content = [lamp, stairs, gone, textOf(6)].join('\n');

test('annotations, comments and reactions are accessible in each state [P24]', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const [bo, author] = [await joinViaApi(page, site, 'bo'), await joinViaApi(page, site, 'author')];
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 1 });
  const [chapter = ''] = chapters;
  const reading = `/reading/${story}/${chapter}`;
  const { call, become } = actionsOn(page, site);
  const post = async (who: typeof ana, data: object) =>
    (await call<{ data: { _id: string } }>(who, 'POST', '/comments', data)).data._id;
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click();
  const comments = page.locator('#comments');
  const openComments = async (path: string, shown: string | RegExp) => {
    await page.goto(path);
    await page.getByRole('heading', { name: 'Comments', exact: true }).scrollIntoViewIfNeeded();
    await page.mouse.move(300, 300);
    await expect(comments.getByText(shown).first()).toBeVisible();
  };

  await test.step('nothing yet', async () => {
    await page.goto('/library/annotations');
    await expect(page.getByText('No annotations yet')).toBeVisible();
    await check(page, 'no annotations');
    await openComments(reading, /Be the first to comment/);
    await check(page, 'no comments');
  });

  await call(author, 'PUT', `/chapters/${chapter}`, { content });
  const passage = (words: string) => {
    const startOffset = content.indexOf(words);
    return { version: 2, startOffset, endOffset: startOffset + words.length };
  };
  const place = { storyId: story, chapterId: chapter };
  const highlight = (words: string, color: string) =>
    call(ana, 'POST', '/highlights', {
      ...place,
      ...passage(words),
      selectedText: words,
      color,
      note: 'Why?',
    });
  for (const [words, color] of [
    ['lamp had not', 'yellow'],
    ['not been lit', 'green'],
    ['long frost', 'blue'],
    ['climbed with', 'pink'],
    [gone, 'purple'],
  ] as const)
    await highlight(words, color);
  const bookmarked = { ...place, ...passage('against her knee'), selectedText: 'against her knee' };
  await call(ana, 'POST', '/bookmarks', { ...bookmarked, tags: ['sea'] });
  await call(bo, 'POST', `/chapters/${chapter}/progress`, { progress: 50 });
  const pinned = await post(bo, { chapter, content: 'Who lit it last?' });
  await post(author, { parent: pinned, content: `@${bo.username} Her father.` });
  await post(ana, { chapter, passage: passage('the can knocking'), content: 'I hear the can.' });
  await post(bo, { chapter, passage: passage(gone), content: 'Strike it out.' });
  const removed = await post(bo, { chapter, content: 'I take this back.' });
  await post(ana, { parent: removed, content: 'Too late.' });
  await call(bo, 'DELETE', `/comments/${removed}`);
  await call(author, 'PUT', `/comments/${pinned}/pin`);
  await call(author, 'PUT', `/chapters/${chapter}`, { content: [lamp, stairs, textOf(6)].join('\n') });

  await test.step('the selection menu and its dialogs', async () => {
    await page.goto(reading);
    await page.mouse.move(300, 300);
    await expect.poll(() => painted(page, 'highlight-pink')).toEqual(['climbed with']);
    await selectWithMouse(page, 'the can');
    await checkInThemes(page, 'the selection menu');
    await selectionMenu(page).getByRole('button', { name: 'Note' }).click();
    await expect(page.getByRole('dialog', { name: 'Add a note' })).toBeVisible();
    await check(page, 'a note');
    await page.keyboard.press('Escape');
    // As in a browser that neither shares nor copies.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await selectWithMouse(page, 'the can');
    await selectionMenu(page).getByRole('button', { name: 'Share' }).click();
    await expect(page.getByRole('dialog', { name: 'Share this passage' })).toBeVisible();
    await check(page, 'the link of a passage');
    await page.keyboard.press('Escape');
    await selectWithMouse(page, 'the can');
    await selectionMenu(page).getByRole('button', { name: 'Comment' }).click();
    await expect(page.getByRole('dialog').getByText('I hear the can.')).toBeVisible();
    await checkInThemes(page, 'the comments beside the text');
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('dialog', { name: 'Comments on this passage' })).toBeVisible();
    await check(page, 'the comments as a sheet');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('your annotations', async () => {
    await page.route('**/api/v1/highlights', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await selectWithMouse(page, 'Marta');
    await selectionMenu(page).getByRole('button', { name: 'Highlight', exact: true }).click();
    await expect(yourAnnotations(page).getByText(/^Highlight not saved\./)).toBeVisible();
    await expect(yourAnnotations(page).getByText('The author changed this passage')).toBeVisible();
    // Its end would be checked half transparent.
    await press('Close message');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await checkInThemes(page, 'the list, one that is not saved and one whose text has changed');
    await press('Discard');
    await page.unroute('**/api/v1/highlights');
    await press(/^Edit: Yellow/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, 'a highlight');
    await page.keyboard.press('Escape');
    await press(/^Edit: Bookmark/);
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, 'a bookmark');
    await page.keyboard.press('Escape');
  });

  await test.step('reactions and comments', async () => {
    await page.getByRole('heading', { name: 'How was this chapter?' }).scrollIntoViewIfNeeded();
    await press('Sad');
    await expect(page.getByRole('button', { name: 'Sad 1', pressed: true })).not.toHaveAttribute('aria-busy');
    await openComments(reading, 'Who lit it last?');
    await expect(comments.getByText('Comment removed')).toBeVisible();
    await comments.getByRole('button', { name: 'Edit', exact: true }).first().click();
    await expect(page.getByLabel('Edit your comment')).toBeFocused();
    const thread = comments.getByRole('article', { name: /^Comment by bo/ }).first();
    // On a busy machine, a press while the box for the edit is still growing is lost.
    await expect(async () => {
      await thread.getByRole('button', { name: 'Reply', exact: true }).first().click();
      await expect(page.getByLabel('Write a reply')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await page.getByLabel('Write a reply').fill('x'.repeat(4900));
    const failure = { status: 429, headers: { 'retry-after': '24' }, json: { success: false } };
    await page.route('**/api/v1/comments', (route) => route.fulfill(failure));
    await comments.getByLabel('Write a comment').fill('And who will?');
    await press('Post comment');
    await expect(comments.getByText('Your text is still here.')).toBeVisible();
    await page.unroute('**/api/v1/comments');
    await checkInThemes(page, 'comments: pinned, removed, edited, replied to, and one that failed');
    await comments.getByRole('button', { name: 'Delete' }).first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check(page, 'the question before a comment is deleted');
    await press('Cancel');
    await post(bo, { chapter, content: 'One more.' });
    await expect(page.getByRole('button', { name: '1 new comment' })).toBeVisible();
    await check(page, 'a new comment');
    await call(author, 'PUT', `/chapters/${chapter}/comments`, { isClosed: true });
    await openComments(reading, /^Comments are closed\./);
    await check(page, 'closed comments');
  });

  await test.step('all annotations', async () => {
    await page.goto('/library/annotations');
    await press(/^Delete: Green/);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await check(page, 'all annotations, and one to restore');
    await press('Export');
    await expect(page.getByRole('menu')).toBeVisible();
    await check(page, 'the formats of the export');
    await page.goto('/library/annotations?q=nothing&color=pink');
    await expect(page.getByText('No annotations found')).toBeVisible();
    await check(page, 'no annotations found');
  });

  await test.step('as others see them', async () => {
    await become(author);
    await openComments(reading, 'Who lit it last?');
    await expect(page.getByRole('button', { name: 'Open comments' })).toBeVisible();
    await check(page, 'the author’s controls');
    await become(await joinViaApi(page, site, 'newer'));
    // Until the server knows that the chapter was opened, its comments stay folded.
    await page.route('**/progress', (route) => route.abort());
    await openComments(reading, 'Comment removed');
    await expect(comments.getByRole('button', { name: /^Show anyway/ }).first()).toBeVisible();
    await check(page, 'folded comments');
    await page.unroute('**/progress');
    await become(null);
    await post(bo, { story, content: 'Read it.' });
    await openComments(`/story/${story}`, 'Read it.');
    await check(page, 'for a visitor');
  });
});
