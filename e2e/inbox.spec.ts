import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, joinViaApi, signUpViaApi, spendTime, test } from './support/test.ts';

test('an author answers a commenter and a reviewer in the inbox', async ({ page, site }) => {
  const ana = await joinViaApi(page, site, 'ana');
  const bo = await joinViaApi(page, site, 'bo');
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { title: 'Rung', chapters: 2 });
  const [chapter = ''] = chapters;
  const as = <T>(who: { token: string }, path: string, body: object) =>
    callAs<T>(page, site, who.token, 'POST', path, body);
  const newLink = page.getByRole('link', { name: /^\d new/ });

  await test.step('without comments the inbox says so', async () => {
    await page.goto('/inbox');
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('what readers write is announced, and shown on request', async () => {
    await as(ana, '/comments', { chapter, content: 'Who rang the bell?' });
    await page.getByRole('button', { name: '1 new' }).click();
    await expect(page.getByText('Who rang the bell?')).toBeVisible();
    await spendTime(page, site, bo.token, story, chapter);
    await as(bo, `/chapters/${chapter}/progress`, { progress: 100 });
    await callAs(page, site, bo.token, 'PUT', `/stories/${story}/rating`, {
      rating: 5,
      review: 'Rings true.',
    });
    await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  });

  await test.step('the list of stories and the story’s chapters say how much is new', async () => {
    await page.goto('/write');
    await expect(newLink).toHaveText(/^2 new/);
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/write/${story}`);
    await expect(newLink).toHaveText(/^1 new/);
    await newLink.click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Rings true.' })).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('a reply that was begun survives a reload, and what is answered is seen', async () => {
    const comment = page.getByRole('article', { name: /^Comment by/ });
    await comment.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('The sexton did.');
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Write a reply' })).toHaveValue('The sexton did.');
    await page.getByRole('button', { name: 'Post reply' }).click();
    await expect(page.getByText('Who rang the bell?')).toBeHidden();
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('Thank you.');
    await page.getByRole('button', { name: 'Save reply' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(page.getByText('Answered', { exact: true })).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  });

  await test.step('an item leads to its comment in the chapter, without reading the chapter to its end', async () => {
    await page.getByRole('link', { name: /Rung · 1\./ }).click();
    const panel = page
      .getByRole('dialog', { name: 'Comments' })
      .or(page.getByRole('complementary', { name: 'Comments' }));
    await expect(panel.getByRole('article', { name: /^Comment by ana/ })).toBeFocused();
    await expect(panel.getByText('The sexton did.')).toBeVisible();
    expect(await axeViolations(page)).toEqual([]);
  });

  await test.step('what is seen in its place is no longer new', async () => {
    await as(ana, '/comments', { story, content: 'And why?' });
    // What comes after the page was written is announced on it.
    const newCount = async () =>
      (await callAs<{ newCount: number }>(page, site, author.token, 'GET', '/inbox?show=new')).newCount;
    await expect.poll(newCount).toBe(1);
    await page.goto('/inbox?show=new');
    await expect(page.getByText('And why?')).toBeVisible();
    const seen = page.waitForResponse((response) => response.url().endsWith('/notifications/read'));
    await page.goto(`/story/${story}`);
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    await expect(page.getByText('And why?')).toBeVisible();
    expect((await seen).ok()).toBe(true);
    await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
    await page.goto('/inbox?show=new');
    await expect(page.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  });
});
