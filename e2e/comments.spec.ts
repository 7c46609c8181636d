import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, newPerson, signUpViaApi, test } from './support/test.ts';

test('two readers and an author talk about a story and a passage', async ({ page, site }) => {
  const ana = await signUpViaApi(page, site, 'ana');
  const join = async (name: string) => {
    const { username, email, password } = newPerson(name);
    const data = { username, email, password, passwordConfirm: password };
    const response = await page.request.post(`${site.url}/api/v1/auth/register`, { data });
    return { username, token: String((await response.json()).token) };
  };
  const [author, bo] = [await join('author'), await join('bo')];
  const { story, chapters } = await createStory(page, site, author.token, { title: 'Talked', chapters: 1 });
  const become = (token: string) => page.evaluate((value) => localStorage.setItem('token', value), token);
  const openStory = async () => {
    await page.goto(`/story/${story}`);
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
  };
  const comment = page.getByRole('article', { name: /^Comment by/ });
  const box = page.getByLabel('Write a comment');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  await test.step('what a reader typed survives a reload; the comment appears at once and is edited', async () => {
    await openStory();
    await expect(page.getByText('No comments yet. Be the first to comment!')).toBeVisible();
    await box.fill('The lamp is a lighthouse.');
    await page.reload();
    await expect(box).toHaveValue('The lamp is a lighthouse.');
    await box.press('Control+Enter');
    await expect(comment).toContainText('The lamp is a lighthouse.');
    await expect(comment).toContainText('Just now');
    await press('Edit');
    await page.getByLabel('Edit your comment').fill('The lamp may be a lighthouse.');
    await press('Save');
    await expect(comment).toContainText('(edited)');
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('another reader’s comment arrives live, and nothing moves until it is asked for', async () => {
    const posted = { story, content: `@${ana.username} It is.` };
    await callAs(page, site, bo.token, 'POST', '/comments', posted);
    const before = await comment.first().boundingBox();
    await page.getByRole('button', { name: '1 new comment' }).waitFor();
    expect(await comment.first().boundingBox()).toEqual(before);
    const button = await page.getByRole('button', { name: '1 new comment' }).boundingBox();
    expect(button?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
    await press('1 new comment');
    await expect(comment.first()).toContainText('It is.');
    await comment.first().getByRole('button', { name: 'Like', exact: true }).click();
    await expect(comment.first().getByRole('button', { name: 'Like, 1', pressed: true })).toBeVisible();
    await comment.first().getByRole('button', { name: 'Reply', exact: true }).click();
    await page.keyboard.type('I thought so.');
    await press('Post reply');
    await expect(page.getByRole('article', { name: /^Reply by ana/ })).toContainText('I thought so.');
  });

  await test.step('a reader sees at once that the author closes the comments, and opens them again', async () => {
    await box.fill('Half a thought');
    const close = (isClosed: boolean) =>
      callAs(page, site, author.token, 'PUT', `/stories/${story}/comments`, { isClosed });
    await close(true);
    await expect(page.getByText(/^Comments are closed\./)).toBeVisible();
    await expect(box).toBeHidden();
    await close(false);
    await expect(box).toHaveValue('Half a thought');
    await box.clear();
  });

  await test.step('the author pins a comment and closes the comments', async () => {
    await become(author.token);
    await openStory();
    await comment.last().getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(comment.first()).toContainText('Pinned');
    await expect(comment.first()).toContainText('lighthouse');
    await press('Close comments');
    await expect(page.getByText(/^Comments are closed\./)).toBeVisible();
    await press('Open comments');
    await expect(box).toBeVisible();
  });

  await test.step('a reader deletes a comment with replies', async () => {
    await become(bo.token);
    await openStory();
    await page
      .getByRole('article', { name: /^Comment by bo/ })
      .getByRole('button', { name: 'Delete' })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toContainText('It is.”');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Comment removed')).toBeVisible();
    await expect(page.getByText('I thought so.')).toBeVisible();
  });

  await test.step('a paragraph has its count beside it, which opens what readers said about it', async () => {
    const chapter = chapters[0] ?? '';
    await callAs(page, site, ana.token, 'POST', `/chapters/${chapter}/progress`, { progress: 10 });
    const passage = { version: 1, startOffset: 0, endOffset: 12 };
    await callAs(page, site, ana.token, 'POST', '/comments', { chapter, passage, content: 'What a start.' });
    const reading = `/reading/${story}/${chapter}`;
    // Until the server knows that the chapter was opened, its comments stay folded.
    await page.route('**/progress', (route) => route.abort());
    await page.goto(reading);
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    await expect(comment).not.toContainText('What a start.');
    await page.getByRole('button', { name: /^Show anyway/ }).click();
    await expect(comment).toContainText('What a start.');
    await page.unroute('**/progress');
    await page.goto(reading);
    await page.getByText('Paragraph 1:').waitFor();
    await page.mouse.wheel(0, 100);
    const count = page.getByRole('button', { name: /^1 comment on the paragraph/ });
    await count.click();
    const panel = page.getByRole('dialog', { name: 'Comments on this passage' });
    await expect(panel).toContainText('What a start.');
    await panel.getByLabel('Write a comment').fill('Indeed.');
    await panel.getByRole('button', { name: 'Post comment' }).click();
    await expect(panel).toContainText('Indeed.');
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^2 comments on the paragraph/ })).toBeFocused();
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    await expect(comment).toHaveCount(2);
    // The counts are no part of the text.
    const text = await page.evaluate(() => {
      getSelection()?.selectAllChildren(document.querySelector('.chapter-text') ?? document.body);
      return String(getSelection());
    });
    expect(text).not.toContain('comment');
  });
});
