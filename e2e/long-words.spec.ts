import { callAs, createStory, expect, setToken, signUpViaApi, test } from './support/test.ts';

test('the greeting does not shift the page when the name loads', async ({ page, site }) => {
  const reader = await signUpViaApi(page, site, 'r'.repeat(16));
  await page.setViewportSize({ width: 390, height: 844 });
  const headingHeight = async () => (await page.getByRole('heading', { level: 1 }).boundingBox())?.height;
  let respond = () => {};
  const gate = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route('**/api/v1/auth/me', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/^Good/);
  await expect(page.getByText('Reader', { exact: true }), 'no other name before').toHaveCount(0);
  const before = await headingHeight();
  respond();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(reader.username);
  expect(await headingHeight()).toBe(before);
});

test('a very long word is broken and widens no screen [U27]', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const word = `Donaudampfschifffahrt${'s'.repeat(170)}`;
  const { story, chapters } = await createStory(page, site, author.token, { title: word, chapters: 2 });
  await callAs(page, site, author.token, 'PUT', `/stories/${story}`, { description: word.repeat(4) });
  await callAs(page, site, author.token, 'PUT', `/chapters/${chapters[0]}`, {
    title: word,
    authorNotes: word,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  const expectNoOverflow = async (path: string) => {
    await page.goto(path);
    await expect(page.getByText(word).first()).toBeVisible();
    const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(excess, path).toBeLessThanOrEqual(0);
  };

  for (const place of [{ story }, { chapter: chapters[0] }])
    await callAs(page, site, author.token, 'POST', '/comments', { ...place, content: word.repeat(3) });
  const expectComment = async () => {
    await page.getByRole('heading', { name: 'Comments' }).scrollIntoViewIfNeeded();
    const comment = page.getByRole('article', { name: /^Comment by/ });
    await expect(comment).toContainText(word.repeat(3));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    const box = await comment.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  };

  await expectNoOverflow('/');
  await expectNoOverflow(`/story/${story}`);
  await setToken(page, author.token);
  for (const path of ['/home', '/write', `/write/${story}`]) await expectNoOverflow(path);
  await expectNoOverflow(`/story/${story}`);
  await expectComment();
  await expectNoOverflow(`/reading/${story}/${chapters[0]}`);
  await expectComment();
  await expectNoOverflow(`/write/${story}/chapter/${chapters[0]}`);
});
